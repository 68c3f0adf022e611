// What a graph problem is given by.
#pragma once

#include <vector>

#include "experiments/problems/common/fields.hpp"

namespace apportion::problems {

/// `rho` is an axis as well.
[[nodiscard]] const std::vector<Field>& graph_fields();

}  // namespace apportion::problems

// What a grid problem is given by.
#pragma once

#include <vector>

#include "experiments/problems/common/fields.hpp"

namespace apportion::problems {

/// `block` is an axis as well, with the same side in every dimension.
[[nodiscard]] const std::vector<Field>& grid_fields();

}  // namespace apportion::problems

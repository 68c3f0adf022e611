// What a distribution problem is given by.
#pragma once

#include <vector>

#include "experiments/problems/common/fields.hpp"

namespace apportion::problems {

[[nodiscard]] const std::vector<Field>& distribution_fields();

}  // namespace apportion::problems

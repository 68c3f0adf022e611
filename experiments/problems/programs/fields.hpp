// What a program problem is given by.
#pragma once

#include <vector>

#include "experiments/problems/common/fields.hpp"

namespace apportion::problems {

[[nodiscard]] const std::vector<Field>& program_fields();

}  // namespace apportion::problems

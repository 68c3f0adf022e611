// What an answer to a sharding problem costs, whoever found it.
#pragma once

#include <vector>

#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/problem_family.hpp"

namespace apportion::problems {

/// A problem and labels.
[[nodiscard]] const std::vector<Field>& evaluated_sharding_fields();

/// {"schema":1,"cost":…,"peak":…,"limit":…,"forbidden":…,"allowed":…}: cost and memory added up from the problem as it
/// was read, by code that no algorithm uses.
[[nodiscard]] Evaluation evaluate_shardings(const FieldValues& given);

}  // namespace apportion::problems

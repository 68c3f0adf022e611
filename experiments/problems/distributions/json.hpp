// Distribution problems and their answers as JSON: the contract of `apportion solve distributions`.
#pragma once

#include <string>
#include <string_view>

#include "experiments/problems/distributions/question.hpp"

namespace apportion::problems {

/// A JSON object with the fields of DistributionQuestion as keys. Throws InputError for malformed JSON, unknown or
/// repeated keys, and values of the wrong kind or out of range.
[[nodiscard]] DistributionQuestion parse_distribution_question(std::string_view json);

/// One line without its end: see docs/answers.md. The owned indices of a dimension are left out where it has
/// more than 4096 processes, or where they need more than 2^16 entries.
[[nodiscard]] std::string to_json(const DistributionAnswer& answer);

}  // namespace apportion::problems

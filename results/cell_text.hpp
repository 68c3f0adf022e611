// The values of an SQL result as texts.
#pragma once

#include <string>

#include "results/rows.hpp"

namespace apportion::results {

/// NULL: "". Numbers with `digits` decimals; with -1 integers plainly and reals by the shortest text that reads
/// back as the same number. Never "-0". Texts as they are.
[[nodiscard]] std::string cell_text(const Value& value, int digits = -1);

[[nodiscard]] bool is_null(const Value& value);
/// A text that is neither empty nor a number in digits.
[[nodiscard]] bool is_words(const Value& value);

}  // namespace apportion::results

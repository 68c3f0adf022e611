// Strict reading and writing of JSON and of lists: what the contracts of all problem families have in common.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace apportion::problems {

using Json = nlohmann::json;

/// Throws InputError for malformed JSON or UTF-8, keys given twice, and nesting deeper than 100 levels.
[[nodiscard]] Json parse_json(std::string_view text);

/// An object with all of `required` and nothing besides `required` and `optional`; InputError otherwise.
void require_keys(const Json& value, const std::vector<std::string>& required,
                  const std::vector<std::string>& optional);

/// The error for a value that is not what is wanted: "KEY is a JSON KIND; it must be WANTED".
[[nodiscard]] InputError wrong_kind(std::string_view key, const Json& value, std::string_view wanted);

/// The value as a number or as a text; InputError that names the key otherwise.
[[nodiscard]] double number(std::string_view key, const Json& value);
[[nodiscard]] std::string text_of(std::string_view key, const Json& value);

/// "3,1,2" as numbers; InputError that names the entry by `kind` and its place, as in "weight 2". No text, no numbers.
[[nodiscard]] std::vector<double> listed_numbers(std::string_view kind, std::string_view text);

/// A JSON string, bytes that are no UTF-8 replaced.
[[nodiscard]] std::string json_string(std::string_view text);

/// Never -0.
[[nodiscard]] inline double plain(double value) { return value == 0 ? 0 : value; }

/// {"schema":1,"error":…,"line":…}, bytes that are no UTF-8 replaced.
[[nodiscard]] std::string error_json(std::string_view message, std::int64_t line);

}  // namespace apportion::problems

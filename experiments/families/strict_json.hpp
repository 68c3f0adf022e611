// Reading of JSON problems, strictly, and the errors and texts that the problem families' answers share.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "sim/error.hpp"

namespace apportion::families {

/// Parses one text. Throws InputError for malformed JSON or UTF-8, keys given twice, and nesting deeper than 100
/// levels.
[[nodiscard]] nlohmann::json parse_strict_json(std::string_view text);

/// "rows is a JSON string; it must be a number".
[[nodiscard]] InputError wrong_kind(std::string_view key, const nlohmann::json& value, std::string_view wanted);

/// Throws InputError for a key of the object that is not among `keys`.
void require_known_keys(const nlohmann::json& object, const std::vector<std::string>& keys);

/// The text as a JSON string, bytes that are no UTF-8 replaced.
[[nodiscard]] std::string json_string(std::string_view text);

}  // namespace apportion::families

// Lines of comma-separated values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace apportion::results {

/// The fields joined by commas, without the line's end. RFC 4180, section 2: fields with commas, quotes or line breaks
/// stand in quotes, and quotes in them are doubled.
[[nodiscard]] std::string csv_line(const std::vector<std::string>& fields);

/// The fields of one line that csv_line() has made, without line breaks in them; nothing where quotes do not match.
[[nodiscard]] std::optional<std::vector<std::string>> csv_fields(std::string_view line);

}  // namespace apportion::results

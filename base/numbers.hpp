// Numbers read strictly: the whole text or nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace apportion {

/// The result of reading a number.
enum class NumberReading {
  number,
  malformed,    ///< empty, no number, or a number followed by something else
  out_of_range  ///< a number that the type cannot hold
};

/// Reads the whole text, in the spelling of C whatever the locale; leaves `value` alone unless it is a number. Reals
/// may be infinite or NaN.
[[nodiscard]] NumberReading read_number(std::string_view text, double& value);
[[nodiscard]] NumberReading read_number(std::string_view text, int& value);
[[nodiscard]] NumberReading read_number(std::string_view text, std::int64_t& value);

/// The same for those to whom every failure is alike.
[[nodiscard]] std::optional<double> parse_real(std::string_view text);
[[nodiscard]] std::optional<std::int64_t> parse_whole(std::string_view text);

/// InputError that begins with `label` unless the text is a whole number from `least` to `most`.
[[nodiscard]] std::int64_t whole_number(const std::string& label, const std::string& text, std::int64_t least,
                                        std::int64_t most);

}  // namespace apportion

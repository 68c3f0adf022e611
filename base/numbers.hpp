// Strict reading of numbers: the whole text or nothing; and times as people write them: 1.3us, 12 ms.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace apportion {

/// The result of reading a number.
enum class NumberReading {
  number,
  malformed,    ///< empty, no number, or a number followed by something else
  out_of_range  ///< a number that the type cannot hold
};

/// Reads the whole text as a number, in the spelling of C under any locale; changes `value` only on success. Reals may
/// be infinite or NaN.
template <class Number>
[[nodiscard]] NumberReading read_number(std::string_view text, Number& value) {
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error == std::errc::result_out_of_range && end == last) return NumberReading::out_of_range;
  return error == std::errc{} && end == last ? NumberReading::number : NumberReading::malformed;
}

/// The same for callers that treat all failures alike.
[[nodiscard]] std::optional<double> parse_real(std::string_view text);
[[nodiscard]] std::optional<std::int64_t> parse_whole(std::string_view text);

/// InputError that begins with `label` unless the text is a whole number from `least` to `most`.
[[nodiscard]] std::int64_t whole_number(const std::string& label, const std::string& text, std::int64_t least,
                                        std::int64_t most);

struct TimeUnit {
  std::string_view name;     ///< "ms"
  std::string_view in_full;  ///< "milliseconds"
  double seconds;

  [[nodiscard]] double of(double time) const { return time / seconds; }
};

inline constexpr std::array time_units = {TimeUnit{"s", "seconds", 1}, TimeUnit{"ms", "milliseconds", 1e-3},
                                          TimeUnit{"us", "microseconds", 1e-6}, TimeUnit{"ns", "nanoseconds", 1e-9},
                                          TimeUnit{"\xC2\xB5s", "microseconds", 1e-6}};

/// The largest of seconds, milliseconds and microseconds that does not exceed the time.
[[nodiscard]] TimeUnit readable_unit(double seconds);

/// A time in its readable unit with four digits: "1.235 ms".
[[nodiscard]] std::string readable_time(double seconds);

/// Parses a number and its unit, s, ms, us or ns, such as "1.3us" or "1.3 us", into seconds; nothing for other texts.
[[nodiscard]] std::optional<double> parse_time(std::string_view text);

}  // namespace apportion

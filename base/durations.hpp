// Times as people write and read them: 1.3us, 12 ms.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace apportion {

struct TimeUnit {
  std::string_view name;     ///< "ms"
  std::string_view in_full;  ///< "milliseconds"
  double seconds;

  [[nodiscard]] double of(double time) const { return time / seconds; }
};

inline constexpr std::array time_units = {TimeUnit{"s", "seconds", 1}, TimeUnit{"ms", "milliseconds", 1e-3},
                                          TimeUnit{"us", "microseconds", 1e-6}, TimeUnit{"ns", "nanoseconds", 1e-9},
                                          TimeUnit{"\xC2\xB5s", "microseconds", 1e-6}};

/// Seconds, milliseconds or microseconds: the greatest that is no more than the time.
[[nodiscard]] TimeUnit readable_unit(double seconds);

/// "1.235 ms": the time in its readable unit, of four digits.
[[nodiscard]] std::string readable_time(double seconds);

/// A number and its unit, s, ms, us or ns, such as "1.3us" or "1.3 us", in seconds; none for anything else.
[[nodiscard]] std::optional<double> parse_time(std::string_view text);

}  // namespace apportion

// Units of time.
#include "base/durations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/numbers.hpp"
#include "base/text.hpp"

namespace apportion {
namespace {

constexpr std::size_t shortest_shown = 2;

}  // namespace

TimeUnit readable_unit(double seconds) {
  if (seconds == 0) return time_units[0];
  for (std::size_t i = 0; i < shortest_shown; ++i)
    if (seconds >= time_units[i].seconds) return time_units[i];
  return time_units[shortest_shown];
}

std::string readable_time(double seconds) {
  const TimeUnit unit = readable_unit(seconds);
  return fmt::format("{:.4g} {}", unit.of(seconds), unit.name);
}

std::optional<double> parse_time(std::string_view text) {
  const std::size_t end = text.find_last_of("0123456789.");
  if (end == std::string_view::npos) return std::nullopt;
  const auto unit = std::ranges::find(time_units, trimmed(text.substr(end + 1)), &TimeUnit::name);
  const std::optional<double> number = parse_real(text.substr(0, end + 1));
  if (unit == time_units.end() || !number) return std::nullopt;
  return *number * unit->seconds;
}

}  // namespace apportion

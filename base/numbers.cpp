// Strict reading of numbers by std::from_chars, and units of time.
#include "base/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"

namespace apportion {
namespace {

template <class Number>
std::optional<Number> parsed(std::string_view text) {
  Number value{};
  if (read_number(text, value) != NumberReading::number) return std::nullopt;
  return value;
}

constexpr std::size_t shortest_shown = 2;

}  // namespace

std::optional<double> parse_real(std::string_view text) { return parsed<double>(text); }
std::optional<std::int64_t> parse_whole(std::string_view text) { return parsed<std::int64_t>(text); }

std::int64_t whole_number(const std::string& label, const std::string& text, std::int64_t least, std::int64_t most) {
  const std::optional<std::int64_t> number = parse_whole(text);
  if (!number || *number < least || *number > most)
    throw InputError("{} is '{}'; it must be a whole number from {} to {}", label, text, least, most);
  return *number;
}

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

// Parsing, checking and multiplying out of axes.
#include "experiments/engine/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "sim/error.hpp"

namespace apportion::engine {

AxisValue AxisValue::of(double number) {
  const bool short_whole = number == std::floor(number) && std::abs(number) < 1e15;
  return {short_whole ? fmt::format("{:.0f}", number) : fmt::format("{}", number), number};
}

AxisValue AxisValue::parse(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size() && std::isfinite(number)) return of(number);
  return {std::string(text), std::nullopt};
}

void Axis::check(const AxisValue& value) const {
  if (kind == AxisKind::name) {
    if (std::find(names.begin(), names.end(), value.text) == names.end())
      throw unknown_name("value of " + name, value.text, names);
    return;
  }
  if (kind == AxisKind::text) {
    try {
      check_text(value.text);
    } catch (const InputError& error) {
      throw InputError(fmt::format("{} = {}: {}", name, value.text, error.what()));
    }
    return;
  }
  const bool whole_where_asked = kind == AxisKind::real || (value.number && *value.number == std::floor(*value.number));
  if (!value.number || !whole_where_asked || *value.number < least || *value.number > most)
    throw InputError(fmt::format("{} = {}: must be a {} from {} to {}", name, value.text,
                                 kind == AxisKind::whole ? "whole number" : "number", AxisValue::of(least).text,
                                 AxisValue::of(most).text));
}

std::vector<AxisValue> parse_axis_values(const Axis& axis, std::string_view text) {
  std::vector<AxisValue> values;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    values.push_back(AxisValue::parse(text.substr(start, end - start)));
    axis.check(values.back());
    if (std::find(values.begin(), values.end() - 1, values.back()) != values.end() - 1)
      throw InputError(fmt::format("{} = {}: {} is named twice", axis.name, text, values.back().text));
    start = end + 1;
  }
  return values;
}

std::vector<AxisValue> axis_values(const std::vector<double>& numbers) {
  std::vector<AxisValue> values;
  for (const double number : numbers) values.push_back(AxisValue::of(number));
  return values;
}

const AxisValue& Point::value(std::string_view axis) const {
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [axis](const Entry& entry) { return entry.axis == axis; });
  if (found == entries_.end()) throw std::logic_error(fmt::format("no axis '{}' at {}", axis, name()));
  return found->value;
}

double Point::number(std::string_view axis) const {
  const AxisValue& found = value(axis);
  if (!found.number) throw std::logic_error(fmt::format("axis '{}' is not a number at {}", axis, name()));
  return *found.number;
}

std::size_t Point::count(std::string_view axis) const { return static_cast<std::size_t>(number(axis)); }
const std::string& Point::text(std::string_view axis) const { return value(axis).text; }

namespace {

std::string spelled(const std::vector<Point::Entry>& entries, bool sampled_only) {
  std::string text;
  for (const Point::Entry& entry : entries) {
    if (sampled_only && entry.role != AxisRole::sampled) continue;
    if (!text.empty()) text += ' ';
    text += entry.axis + "=" + entry.value.text;
  }
  return text;
}

}  // namespace

std::string Point::name() const { return spelled(entries_, false); }
std::string Point::sampled_name() const { return spelled(entries_, true); }

std::vector<results::Coordinate> Point::coordinates() const {
  std::vector<results::Coordinate> coordinates;
  for (const Entry& entry : entries_) coordinates.push_back({entry.axis, entry.value.text, entry.value.number});
  return coordinates;
}

std::vector<Point> grid(const std::vector<Axis>& axes) {
  std::vector<std::vector<Point::Entry>> partial(1);
  for (const Axis& axis : axes) {
    std::vector<std::vector<Point::Entry>> longer;
    for (const std::vector<Point::Entry>& entries : partial)
      for (const AxisValue& value : axis.values) {
        longer.push_back(entries);
        longer.back().push_back({axis.name, axis.role, value});
      }
    partial = std::move(longer);
  }
  std::vector<Point> points;
  for (std::vector<Point::Entry>& entries : partial) points.emplace_back(std::move(entries));
  return points;
}

}  // namespace apportion::engine

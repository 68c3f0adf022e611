// Parsing and checking of axis values, and of settings.
#include "experiments/engine/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <set>
#include <stdexcept>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"

namespace apportion::engine {

AxisValue AxisValue::of(double number) {
  const bool short_whole = number == std::floor(number) && std::abs(number) < 1e15;
  return {short_whole ? fmt::format("{:.0f}", number) : fmt::format("{}", number), number};
}

AxisValue AxisValue::parse(std::string_view text) {
  if (const std::optional<double> number = parse_real(text); number && std::isfinite(*number)) return of(*number);
  return {std::string(text), std::nullopt};
}

namespace {

// The suggestion "4..8" for "4-8".
std::string range_meant(const std::string& text) {
  const std::size_t hyphen = text.find('-', 1);
  if (hyphen == std::string::npos || !AxisValue::parse(text.substr(0, hyphen)).number ||
      !AxisValue::parse(text.substr(hyphen + 1)).number)
    return "";
  return fmt::format("; a range is written {}..{}", text.substr(0, hyphen), text.substr(hyphen + 1));
}

constexpr double most_values = 1e5;

InputError range_error(const Axis& axis, std::string_view text, std::string_view problem) {
  return InputError("{} = {}: {}; a range is FIRST..LAST, FIRST..LAST:STEP or FIRST..LAST:xFACTOR", axis.name, text,
                    problem);
}

// Doubles keep fifteen decimal digits: 0..1:0.1 gives 0.3, not 0.30000000000000004.
AxisValue decimal(double number) { return AxisValue::parse(fmt::format("{:.15g}", number)); }

std::vector<AxisValue> parse_range(const Axis& axis, std::string_view text) {
  const std::size_t dots = text.find("..");
  const std::size_t colon = std::min(text.find(':', dots), text.size());
  const std::string_view step_text = colon == text.size() ? "1" : text.substr(colon + 1);
  const bool is_geometric = step_text.starts_with('x');
  const std::optional<double> first = AxisValue::parse(text.substr(0, dots)).number;
  const std::optional<double> last = AxisValue::parse(text.substr(dots + 2, colon - dots - 2)).number;
  const std::optional<double> step = AxisValue::parse(step_text.substr(is_geometric ? 1 : 0)).number;
  if (!first || !last || !step) throw range_error(axis, text, "not a number");
  if (*last < *first) throw range_error(axis, text, "the last number is below the first");
  if (is_geometric && *first <= 0) throw range_error(axis, text, "the first number must be positive");
  if (is_geometric && *step <= 1) throw range_error(axis, text, "the factor must be above 1");
  if (!is_geometric && *step <= 0) throw range_error(axis, text, "the step must be positive");
  // The last value is included even if rounding leaves it slightly above the end.
  const double steps = is_geometric ? std::log(*last / *first) / std::log(*step)
                                    : std::floor((*last - *first) / *step * (1 + 1e-12) + 1e-9);
  if (steps >= most_values) throw range_error(axis, text, fmt::format("more than {:.0f} values", most_values));
  std::vector<AxisValue> values;
  for (double k = 0; !is_geometric && k <= steps; ++k) values.push_back(decimal(*first + k * *step));
  // Each value is computed from the spelling of the previous one, so that 0.1..100:x10 is exactly 0.1, 1, 10 and 100.
  AxisValue value = decimal(*first);
  while (is_geometric && value.number && *value.number <= *last * (1 + 1e-12)) {
    values.push_back(value);
    value = decimal(*value.number * *step);
  }
  return values;
}

std::string spelled(const std::vector<Point::Entry>& entries, bool sampled_only) {
  std::string text;
  text.reserve(128);  // called for every chunk
  for (const Point::Entry& entry : entries) {
    if (entry.omitted || (sampled_only && entry.role != AxisRole::sampled)) continue;
    if (!text.empty()) text += ' ';
    text.append(entry.axis).append("=").append(entry.value.text);
  }
  return text;
}

}  // namespace

void Axis::check(const AxisValue& value) const {
  if (kind == AxisKind::name) {
    if (check_text != nullptr) return check_text(value.text);
    if (!contains(names, value.text)) throw unknown_name("value of " + name, value.text, names);
    return;
  }
  if (kind == AxisKind::text) {
    return read_from(fmt::format("{} = {}", name, value.text), [&] { check_text(value.text); });
  }
  const bool whole_where_asked = kind == AxisKind::real || (value.number && *value.number == std::floor(*value.number));
  if (!value.number || !whole_where_asked || *value.number < least || *value.number > most)
    throw InputError("{} = {}: must be a {} from {} to {}{}", name, value.text,
                     kind == AxisKind::whole ? "whole number" : "number", AxisValue::of(least).text,
                     AxisValue::of(most).text, range_meant(value.text));
}

bool asks_for_logarithms(const Axis& axis) {
  constexpr double most_uneven = 4;
  std::vector<double> numbers;
  for (const AxisValue& value : axis.values)
    // Zero has its own place on a logarithmic axis.
    if (value.number != 0.0) numbers.push_back(value.number.value_or(-1));
  std::ranges::sort(numbers);
  if (!axis.has_numbers() || numbers.size() < 3 || numbers.front() <= 0) return false;
  std::adjacent_difference(numbers.begin(), numbers.end(), numbers.begin());
  const auto [least, most] = std::minmax_element(numbers.begin() + 1, numbers.end());
  return *most >= most_uneven * *least;
}

std::vector<AxisValue> parse_axis_values(const Axis& axis, std::string_view text) {
  std::vector<AxisValue> values;
  std::set<std::string> seen;
  for (const std::string_view piece : split_outside_brackets(text)) {
    const std::string_view entry = trimmed(piece);
    const bool is_range = axis.has_numbers() && entry.find("..") != std::string_view::npos;
    const std::vector<AxisValue> named = is_range ? parse_range(axis, entry) : std::vector{AxisValue::parse(entry)};
    if (values.size() + named.size() > static_cast<std::size_t>(most_values))
      throw InputError("{} = {}: more than {:.0f} values", axis.name, text, most_values);
    for (const AxisValue& value : named) {
      axis.check(value);
      if (!seen.insert(value.text).second) throw InputError("{} = {}: {} is named twice", axis.name, text, value.text);
      values.push_back(value);
    }
  }
  return values;
}

std::vector<AxisValue> axis_values(const std::vector<double>& numbers) {
  std::vector<AxisValue> values;
  for (const double number : numbers) values.push_back(AxisValue::of(number));
  return values;
}

std::vector<AxisValue> name_values(const std::vector<std::string>& names) {
  std::vector<AxisValue> values;
  for (const std::string& name : names) values.push_back(AxisValue::parse(name));
  return values;
}

const Axis* axis_named(const std::vector<Axis>& axes, std::string_view name) {
  const auto found = std::ranges::find(axes, name, &Axis::name);
  return found == axes.end() ? nullptr : &*found;
}

std::string dimension_title(const std::vector<Axis>& axes, const std::string& name) {
  const Axis* axis = axis_named(axes, name);
  return axis == nullptr || axis->title.empty() ? name : axis->title;
}

std::size_t place_of_axis(const std::vector<Axis>& axes, std::string_view name, std::string_view owner) {
  if (const Axis* const found = axis_named(axes, name)) return static_cast<std::size_t>(found - axes.data());
  throw unknown_name(fmt::format("axis of {}", owner), name, collected(axes, &Axis::name));
}

std::function<bool(const std::string& name, const std::string& value)> axis_test(std::vector<Axis> axes) {
  return [axes = std::move(axes)](const std::string& name, const std::string& value) {
    const Axis* const axis = axis_named(axes, name);
    if (axis != nullptr) axis->check(AxisValue::parse(value));
    return axis != nullptr;
  };
}

Axis whole_axis(const std::string& name, const std::string& title, AxisRole role, double least, double most,
                const std::vector<double>& values) {
  return {name, title, role, AxisKind::whole, least, most, {}, axis_values(values)};
}

Axis real_axis(const std::string& name, const std::string& title, AxisRole role, double least, double most,
               const std::vector<double>& values) {
  return {name, title, role, AxisKind::real, least, most, {}, axis_values(values)};
}

Axis name_axis(const std::string& name, const std::string& title, AxisRole role,
               const std::vector<std::string>& names) {
  return {name, title, role, AxisKind::name, 0, 0, names, name_values(names)};
}

const AxisValue& Point::value(std::string_view axis) const {
  const auto found = std::ranges::find(entries_, axis, &Entry::axis);
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

std::string Point::name() const { return spelled(entries_, false); }
std::string Point::sampled_name() const { return spelled(entries_, true); }

std::vector<results::Coordinate> Point::coordinates() const {
  std::vector<results::Coordinate> coordinates;
  for (const Entry& entry : entries_)
    if (!entry.omitted) coordinates.push_back({entry.axis, entry.value.text, entry.value.number});
  return coordinates;
}

Point::Entry entry_on(const Axis& axis, const AxisValue& value) {
  return {axis.name, axis.role, value, axis.omitted_at == value};
}

std::vector<Point> grid(const std::vector<Axis>& axes) {
  std::vector<std::vector<Point::Entry>> partial(1);
  for (const Axis& axis : axes) {
    std::vector<std::vector<Point::Entry>> longer;
    for (const std::vector<Point::Entry>& entries : partial)
      for (const AxisValue& value : axis.values) {
        longer.push_back(entries);
        longer.back().push_back(entry_on(axis, value));
      }
    partial = std::move(longer);
  }
  return {std::make_move_iterator(partial.begin()), std::make_move_iterator(partial.end())};
}

void add_setting(std::string_view text, std::map<std::string, std::string>& settings, std::string_view label) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == text.size())
    throw InputError("'{}' is not a setting; write name=value", text);
  const std::string_view name = text.substr(0, equals);
  if (!settings.emplace(name, text.substr(equals + 1)).second) throw InputError("{}{} is set twice", label, name);
}

std::map<std::string, results::Value> parameters_of(const std::map<std::string, std::string>& settings,
                                                    std::int64_t seed) {
  std::map<std::string, results::Value> parameters{{"seed", seed}};
  for (const auto& [name, text] : settings) {
    const AxisValue value = AxisValue::parse(text);
    parameters[name] = value.number ? results::Value(*value.number) : results::Value(text);
  }
  return parameters;
}

}  // namespace apportion::engine

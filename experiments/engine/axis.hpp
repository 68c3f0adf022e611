// Axes, points and grids; and the settings NAME=VALUE of axes and parameters, as users write them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/records.hpp"
#include "results/rows.hpp"

namespace apportion::engine {

/// A *sampled* axis shapes the random instances; an *applied* one changes how they are used, so that all its values
/// share the same instances.
enum class AxisRole { sampled, applied };

/// A value on an axis in its canonical spelling: numbers are respelled ("1e3" and "1000.0" become "1000").
struct AxisValue {
  std::string text;
  std::optional<double> number;

  [[nodiscard]] static AxisValue parse(std::string_view text);
  [[nodiscard]] static AxisValue of(double number);
  bool operator==(const AxisValue& other) const { return text == other.text; }
};

/// The values that an axis accepts.
enum class AxisKind {
  whole,
  real,
  name,  ///< one of a list
  text   ///< what Axis::check_text accepts, such as a grid's shape
};

struct Axis {
  std::string name;
  std::string title = {};
  AxisRole role = AxisRole::sampled;
  AxisKind kind = AxisKind::real;
  double least = 0;                     ///< of a number
  double most = 0;                      ///< of a number
  std::vector<std::string> names = {};  ///< of a name axis
  std::vector<AxisValue> values = {};   ///< the default grid
  /// Throws InputError unless the text is a value of a text axis, or of a name axis with names that take parameters:
  /// its `names` are then their descriptions.
  void (*check_text)(const std::string& text) = nullptr;
  std::string text_kind = {};  ///< of a text axis: its kind of values, for messages
  /// Whether instances drawn at this value are the same bytes on every machine; nullptr: at all values.
  bool (*exact_at)(const std::string& value) = nullptr;
  /// Set for an axis that was added after results of its study were stored. At this value, its default, names, streams
  /// and coordinates of points omit the axis, so that earlier points stay the same.
  std::optional<AxisValue> omitted_at = std::nullopt;
  /// Set if the axis is the bound up to which all cases are checked: exhibits then show all values that were run, not
  /// only the default.
  bool is_bound = false;

  /// Throws InputError, which names the axis, unless it accepts `value`.
  void check(const AxisValue& value) const;
  [[nodiscard]] bool has_numbers() const { return kind == AxisKind::whole || kind == AxisKind::real; }
};

/// Whether the values are numbers from zero up whose steps differ fourfold or more, so that a linear axis would crowd
/// them.
[[nodiscard]] bool asks_for_logarithms(const Axis& axis);

/// Parses a list for this axis, separated by commas outside brackets; InputError if it is empty or repeats a value. On
/// a numeric axis an entry may be a range: 4..8 counts by ones, 4..64:4 by fours, 4..64:x2 doubles, and a range ends at
/// its second number at the latest. Blanks around an entry are ignored.
[[nodiscard]] std::vector<AxisValue> parse_axis_values(const Axis& axis, std::string_view text);

[[nodiscard]] std::vector<AxisValue> axis_values(const std::vector<double>& numbers);
[[nodiscard]] std::vector<AxisValue> name_values(const std::vector<std::string>& names);

/// Axes with these values: of whole numbers, of numbers in a range, and of names that are all its values.
[[nodiscard]] Axis whole_axis(const std::string& name, const std::string& title, AxisRole role, double least,
                              double most, const std::vector<double>& values);
[[nodiscard]] Axis real_axis(const std::string& name, const std::string& title, AxisRole role, double least,
                             double most, const std::vector<double>& values);
[[nodiscard]] Axis name_axis(const std::string& name, const std::string& title, AxisRole role,
                             const std::vector<std::string>& names);

/// The axis of this name; nullptr if there is no such axis.
[[nodiscard]] const Axis* axis_named(const std::vector<Axis>& axes, std::string_view name);
/// The title of the axis of this name; the name if there is no such axis, or it has no title.
[[nodiscard]] std::string dimension_title(const std::vector<Axis>& axes, const std::string& name);
/// The index of an axis of an experiment or a family; InputError, with the nearest names, for an unknown name.
[[nodiscard]] std::size_t place_of_axis(const std::vector<Axis>& axes, std::string_view name, std::string_view owner);

/// Returns whether a name is one of the axes; InputError for a value that the axis does not accept.
[[nodiscard]] std::function<bool(const std::string& name, const std::string& value)> axis_test(std::vector<Axis> axes);

/// One point of a grid: a value for every axis, in the order of the axes.
class Point {
 public:
  struct Entry {
    std::string axis;
    AxisRole role = AxisRole::sampled;
    AxisValue value;
    bool omitted = false;  ///< the value is Axis::omitted_at
  };

  explicit Point(std::vector<Entry> entries) : entries_(std::move(entries)) {}

  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  /// The value on a numeric axis; std::logic_error if the study has no such axis.
  [[nodiscard]] double number(std::string_view axis) const;
  [[nodiscard]] std::size_t count(std::string_view axis) const;
  [[nodiscard]] const std::string& text(std::string_view axis) const;

  /// "columns=2000 ratio=4": all axes, or only the sampled ones, without omitted ones.
  [[nodiscard]] std::string name() const;
  [[nodiscard]] std::string sampled_name() const;
  /// Coordinates for the database, without omitted axes.
  [[nodiscard]] std::vector<results::Coordinate> coordinates() const;

 private:
  [[nodiscard]] const AxisValue& value(std::string_view axis) const;

  std::vector<Entry> entries_;
};

[[nodiscard]] Point::Entry entry_on(const Axis& axis, const AxisValue& value);

/// All points of the grid, the last axis fastest.
[[nodiscard]] std::vector<Point> grid(const std::vector<Axis>& axes);

/// Adds an "axis=value", split at the first '='. InputError if either side is empty and, beginning with `label`, for a
/// repeated name.
void add_setting(std::string_view text, std::map<std::string, std::string>& settings, std::string_view label = {});

/// The settings and the seed as parameters of a query. Numbers become numeric values, since SQL finds no equal text in
/// a column of numbers.
[[nodiscard]] std::map<std::string, results::Value> parameters_of(const std::map<std::string, std::string>& settings,
                                                                  std::int64_t seed);

}  // namespace apportion::engine

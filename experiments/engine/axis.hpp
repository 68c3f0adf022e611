// Axes, points and grids; and the settings of axes and parameters, NAME=VALUE, as a user writes them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "results/records.hpp"

namespace apportion::engine {

/// A *sampled* axis shapes the random instances; an *applied* one changes what is done to them, so that all its values
/// meet the same instances.
enum class AxisRole { sampled, applied };

/// A value on an axis in its canonical spelling: numbers are respelled ("1e3" and "1000.0" become "1000").
struct AxisValue {
  std::string text;
  std::optional<double> number;

  [[nodiscard]] static AxisValue parse(std::string_view text);
  [[nodiscard]] static AxisValue of(double number);
  bool operator==(const AxisValue& other) const { return text == other.text; }
};

/// What may stand on an axis.
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
  /// Throws InputError unless the text may stand on a text axis, or on a name axis some of whose names take parameters:
  /// its `names` are then how they are described.
  void (*check_text)(const std::string& text) = nullptr;
  std::string text_kind = {};  ///< of a text axis: what may stand on it, for the reader
  /// Whether instances drawn at that value are the same bytes on every machine; nullptr: at all values.
  bool (*exact_at)(const std::string& value) = nullptr;
  /// Set for an axis that came after results of its study were stored. At this value, its default, names, streams and
  /// coordinates of points leave the axis out, so that earlier points stay the same.
  std::optional<AxisValue> omitted_at = std::nullopt;
  /// Set where the axis says how far all cases are checked: its exhibits show all values that were run, not only the
  /// default.
  bool is_bound = false;

  /// Throws InputError that names the axis unless `value` may stand on it.
  void check(const AxisValue& value) const;
  /// Whether exact_at() holds of all `values`.
  [[nodiscard]] bool is_exact_everywhere() const;
};

/// A list for that axis, separated by commas outside brackets, checked; InputError if it is empty or names a value
/// twice. On a numeric axis an entry may be a range: 4..8 counts by ones, 4..64:4 by fours, 4..64:x2 doubles, and a
/// range ends at its second number at the latest. Blanks around an entry do not count.
[[nodiscard]] std::vector<AxisValue> parse_axis_values(const Axis& axis, std::string_view text);

/// Numbers as axis values.
[[nodiscard]] std::vector<AxisValue> axis_values(const std::vector<double>& numbers);
/// Names as axis values.
[[nodiscard]] std::vector<AxisValue> name_values(const std::vector<std::string>& names);

/// Axes with these values: of whole numbers or of any numbers in a range, and of names, all of which are its values.
[[nodiscard]] Axis whole_axis(const std::string& name, const std::string& title, AxisRole role, double least,
                              double most, const std::vector<double>& values);
[[nodiscard]] Axis real_axis(const std::string& name, const std::string& title, AxisRole role, double least,
                             double most, const std::vector<double>& values);
[[nodiscard]] Axis name_axis(const std::string& name, const std::string& title, AxisRole role,
                             const std::vector<std::string>& names);

/// The axis of that name; nullptr if no axis has it.
[[nodiscard]] const Axis* axis_named(const std::vector<Axis>& axes, std::string_view name);
/// Its place among the axes of an experiment or a family; InputError, with the nearest names, if no axis has that name.
[[nodiscard]] std::size_t place_of_axis(const std::vector<Axis>& axes, std::string_view name, std::string_view owner);

/// Whether a name is one of the axes; InputError for a value that the axis cannot have.
[[nodiscard]] std::function<bool(const std::string& name, const std::string& value)> axis_test(std::vector<Axis> axes);

/// One point of a grid: a value for every axis, in the order of the axes.
class Point {
 public:
  struct Entry {
    std::string axis;
    AxisRole role = AxisRole::sampled;
    AxisValue value;
    bool omitted = false;  ///< stands at Axis::omitted_at
  };

  explicit Point(std::vector<Entry> entries) : entries_(std::move(entries)) {}

  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  /// The value on a numeric axis; std::logic_error if the study has no such axis.
  [[nodiscard]] double number(std::string_view axis) const;
  [[nodiscard]] std::size_t count(std::string_view axis) const;
  [[nodiscard]] const std::string& text(std::string_view axis) const;

  /// "columns=2000 ratio=4": all axes, or the sampled ones only, without those that are omitted.
  [[nodiscard]] std::string name() const;
  [[nodiscard]] std::string sampled_name() const;
  /// As the database keeps them, without those that are omitted.
  [[nodiscard]] std::vector<results::Coordinate> coordinates() const;

 private:
  [[nodiscard]] const AxisValue& value(std::string_view axis) const;

  std::vector<Entry> entries_;
};

/// The value on that axis as a point has it.
[[nodiscard]] Point::Entry entry_on(const Axis& axis, const AxisValue& value);

/// All points of the grid, the last axis fastest.
[[nodiscard]] std::vector<Point> grid(const std::vector<Axis>& axes);

/// Splits "axis=value" at the first '='; InputError unless both sides are there.
[[nodiscard]] std::pair<std::string, std::string> split_setting(std::string_view text);

/// Whether a word is a setting: --set takes one value, and those that follow it are words with an '='.
[[nodiscard]] bool is_setting(const std::string& word);

/// Adds an "axis=value". InputError as of split_setting() and, beginning with `label`, for a name that is there
/// already.
void add_setting(std::string_view text, std::map<std::string, std::string>& settings, std::string_view label = {});

}  // namespace apportion::engine

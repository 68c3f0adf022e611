// The rows of an exhibit sorted into the panels, curves and points of a chart.
#include "results/charts/chart_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "results/records.hpp"
#include "results/rows.hpp"

namespace apportion::results {
namespace {

using Row = std::vector<Value>;

std::optional<double> number_in(const Value& value) {
  if (const auto* const integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  if (const auto* const real = std::get_if<double>(&value)) return *real;
  if (const auto* const text = std::get_if<std::string>(&value)) return coordinate("", *text).number;
  return std::nullopt;
}

/// Fills the panels row by row.
class Sorter {
 public:
  Sorter(const Exhibit& exhibit, const Chart& chart, const Rows& rows) : exhibit_(exhibit), chart_(chart), rows_(rows) {
    x_ = index_of(chart.x.column);
    if (chart.kind == ChartKind::heat_map) y_ = index_of(chart.y.column);
    for (const ValueColumn& each : chart.values) values_.push_back(*index_of(each.column));
    if (values_.empty()) throw InputError(fmt::format("{} has a chart without values", exhibit.name));
    error_ = index_of(chart.error);
    low_ = index_of(chart.error_low);
    high_ = index_of(chart.error_high);
    series_ = index_of(chart.series);
    panel_ = index_of(chart.panel);
    label_ = index_of(chart.label);
    mark_ = index_of(chart.mark.column);
    data_.x = axis_values(x_);
    data_.y = axis_values(y_);
    if (chart.x.logarithmic && !data_.x.categories) give_zero_a_place();
  }

  ChartData data() {
    for (const Row& row : rows_.rows)
      if (has_place(row)) add(row);
    data_.series = std::max<std::size_t>(series_names_.size(), 1);
    require_drawable();
    for (Panel& panel : data_.panels)
      std::ranges::sort(panel.curves, {}, [](const Curve& curve) { return std::pair(curve.series, curve.value); });
    add_notices();
    return std::move(data_);
  }

 private:
  // Nothing for "".
  std::optional<std::size_t> index_of(const std::string& column) const {
    if (column.empty()) return std::nullopt;
    return column_index(rows_, column, exhibit_.name);
  }

  // A row without an x, such as a mean over all points, is in no picture.
  [[nodiscard]] bool has_place(const Row& row) const { return !is_null(row[*x_]); }

  AxisPlaces axis_values(const std::optional<std::size_t>& column) const {
    AxisPlaces axis;
    if (!column) return axis;
    axis.categories = chart_.kind == ChartKind::heat_map || std::ranges::any_of(rows_.rows, [&](const Row& row) {
                        return has_place(row) && !number_in(row[*column]).has_value();
                      });
    if (axis.categories) {
      for (const Row& row : rows_.rows)
        if (has_place(row)) static_cast<void>(index_in_order_of_appearance(axis.texts, cell_text(row[*column])));
      for (std::size_t i = 0; i < axis.texts.size(); ++i) axis.places.push_back(static_cast<double>(i + 1));
      return axis;
    }
    std::map<double, std::string> texts;
    for (const Row& row : rows_.rows)
      if (has_place(row)) texts.emplace(*number_in(row[*column]), cell_text(row[*column]));
    for (const auto& [place, text] : texts) {
      axis.places.push_back(place);
      axis.texts.push_back(text);
    }
    return axis;
  }

  // As far from the others as one of seven even steps, but no nearer than where it can be told apart.
  void give_zero_a_place() {
    const auto zero = std::ranges::find(data_.x.places, 0.0);
    if (zero == data_.x.places.end() || zero + 1 == data_.x.places.end()) return;
    const double least = *(zero + 1);
    data_.zero = least / std::max(1.6, std::pow(data_.x.places.back() / least, 0.15));
    *zero = *data_.zero;
  }

  [[nodiscard]] double x_of(const Row& row) const {
    const double x = place_in(data_.x, row[*x_]);
    return x == 0 ? data_.zero.value_or(0) : x;
  }

  static double place_in(const AxisPlaces& axis, const Value& value) {
    if (!axis.categories) return *number_in(value);
    const auto found = std::ranges::find(axis.texts, cell_text(value));
    return axis.places.at(static_cast<std::size_t>(found - axis.texts.begin()));
  }

  std::optional<double> number_of(const Row& row, std::size_t column) const {
    const std::optional<double> number = number_in(row[column]);
    if (!number && !is_null(row[column]))
      throw InputError(fmt::format("{} cannot draw '{}' in column '{}': it is no number", exhibit_.name,
                                   cell_text(row[column]), rows_.columns[column]));
    return number;
  }

  void add(const Row& row) {
    const std::size_t index = index_in_order_of_appearance(panel_names_, panel_name_of(row));
    if (index >= most_panels) return;
    if (index == data_.panels.size()) data_.panels.push_back({panel_names_[index]});
    Panel& panel = data_.panels[index];
    if (mark_) {
      const std::optional<double> mark = number_of(row, *mark_);
      if (mark && std::ranges::find(panel.marks, *mark) == panel.marks.end()) panel.marks.push_back(*mark);
    }
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (const std::optional<double> value = number_of(row, values_[i])) add(panel, row, i, *value);
  }

  // A number alone does not say what it is: "latency 100".
  std::string panel_name_of(const Row& row) const {
    if (!panel_) return "";
    const std::string text = cell_text(row[*panel_]);
    return number_in(row[*panel_]) ? chart_.panel + " " + text : text;
  }

  // Whether a number can stand on an axis; those that cannot are counted.
  bool has_place(double number, bool logarithmic) {
    if (!std::isfinite(number)) ++infinite_;
    if (std::isfinite(number) && logarithmic && number <= 0) ++not_positive_;
    return std::isfinite(number) && (!logarithmic || number > 0);
  }

  void add(Panel& panel, const Row& row, std::size_t value_index, double value) {
    const bool heat = chart_.kind == ChartKind::heat_map;
    ChartPoint point{.x = x_of(row), .y = value};
    if (!has_place(point.x, chart_.x.logarithmic && !data_.x.categories) ||
        !has_place(value, chart_.y.logarithmic && !heat))
      return;
    if (++points_ > most_points)
      throw InputError(fmt::format("{} has more than {} points for one picture", exhibit_.name, most_points));
    if (y_) {
      point.y = place_in(data_.y, row[*y_]);
      point.value = value;
      point.label = cell_text(value, chart_.values[value_index].digits);
    }
    if (error_ && value_index == 0) point.error = number_of(row, *error_);
    if (low_ && high_ && value_index == 0) {
      point.low = number_of(row, *low_);
      point.high = number_of(row, *high_);
      if (!point.low || !point.high) point.low = point.high = std::nullopt;
    }
    if (point.error && !std::isfinite(*point.error)) point.error.reset();
    if (point.error || point.low) data_.has_errors = true;
    if (label_) point.label = cell_text(row[*label_]);
    curve_of(panel, row, value_index).points.push_back(std::move(point));
  }

  void require_drawable() const {
    const bool empty = std::ranges::all_of(data_.panels, [](const Panel& panel) { return panel.curves.empty(); });
    if (empty && not_positive_ > 0)
      throw InputError(
          fmt::format("{} has no values above 0 and cannot be drawn on a logarithmic axis", exhibit_.name));
    if (empty) throw InputError(fmt::format("{} has no number to draw", exhibit_.name));
    if (series_names_.size() > most_series)
      throw InputError(fmt::format("{} has {} curves in one picture; {} can be told apart: take panels, or fix an axis",
                                   exhibit_.name, series_names_.size(), most_series));
  }

  void add_notices() {
    if (not_positive_ > 0)
      data_.notices.push_back(
          fmt::format("{} not above 0 left out: a logarithmic axis cannot show them", counted(not_positive_, "value")));
    if (infinite_ > 0) data_.notices.push_back(fmt::format("{} not finite left out", counted(infinite_, "value")));
    if (panel_names_.size() > most_panels)
      data_.notices.push_back(
          fmt::format("{} of {} panels drawn; fix an axis to see the others", most_panels, panel_names_.size()));
    if (error_ && !data_.has_errors)
      data_.notices.emplace_back("no error bars: no point has more than one sample, or their spread was not stored");
  }

  Curve& curve_of(Panel& panel, const Row& row, std::size_t value) {
    const std::string name = series_ ? cell_text(row[*series_]) : "";
    const std::size_t series = index_in_order_of_appearance(series_names_, name);
    for (Curve& curve : panel.curves)
      if (curve.series == series && curve.value == value) return curve;
    const std::string& title = chart_.values[value].title;
    const bool both = series_ && values_.size() > 1;
    return panel.curves.emplace_back(Curve{both ? name + ", " + title : series_ ? name : title, series, value});
  }

  const Exhibit& exhibit_;
  const Chart& chart_;
  const Rows& rows_;
  std::optional<std::size_t> x_;
  std::optional<std::size_t> y_;
  std::vector<std::size_t> values_;
  std::optional<std::size_t> error_;
  std::optional<std::size_t> low_;
  std::optional<std::size_t> high_;
  std::optional<std::size_t> series_;
  std::optional<std::size_t> panel_;
  std::optional<std::size_t> label_;
  std::optional<std::size_t> mark_;
  std::vector<std::string> panel_names_;
  std::vector<std::string> series_names_;
  std::size_t points_ = 0;
  std::int64_t not_positive_ = 0;
  std::int64_t infinite_ = 0;
  ChartData data_;
};

}  // namespace

ChartData chart_data(const Exhibit& exhibit, const Chart& chart, const Rows& rows) {
  return Sorter(exhibit, chart, rows).data();
}

}  // namespace apportion::results

// The rows of an exhibit sorted into the panels, curves and points of a chart.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "results/exhibit.hpp"
#include "results/rows.hpp"

namespace apportion::results {

struct ChartPoint {
  double x = 0;
  double y = 0;
  double low = 0;  ///< where its error bar ends: at y if it has none
  double high = 0;
  double value = 0;  ///< of a heat map's cell
  std::string label = {};
};

/// The points of one value column and one series.
struct Curve {
  std::string title;
  std::size_t series = 0;
  std::size_t value = 0;
  std::vector<ChartPoint> points = {};
};

struct Panel {
  std::string title;
  std::vector<Curve> curves = {};  ///< in an order that all panels share; those without points are left out
  std::vector<double> marks = {};
  std::size_t place = 0;  ///< among the panels, row by row
};

/// The different values along an axis. Numbers stand at their place, ascending; categories at 1, 2, 3, ...
struct AxisPlaces {
  bool categories = false;
  std::vector<std::string> texts = {};
  std::vector<double> places = {};
};

struct ChartData {
  std::vector<Panel> panels;
  std::size_t across = 0;  ///< panels of a row where rows and columns of them mean something; otherwise 0
  AxisPlaces x;
  std::optional<double> zero = std::nullopt;  ///< where x = 0 stands on a logarithmic axis: apart, before all others
  AxisPlaces y;                               ///< of a heat map
  std::size_t series = 0;
  bool has_errors = false;                ///< a point has an error bar
  std::vector<std::string> notices = {};  ///< what is not drawn, a sentence each
};

/// What a picture holds at most; more cannot be told apart. Further panels are left out with a notice.
inline constexpr std::size_t most_panels = 24;
inline constexpr std::size_t most_series = 60;
inline constexpr std::size_t most_points = 50'000;

/// Numbers that are not finite, or have no place on a logarithmic axis, are left out with a notice. Throws InputError
/// as draw_chart() does.
[[nodiscard]] ChartData chart_data(const Exhibit& exhibit, const Chart& chart, const Rows& rows);

}  // namespace apportion::results

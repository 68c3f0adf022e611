// Charts in gnuplot's language, and the tics of their axes: at the values of the data or at round numbers, so that no
// text touches the next.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "results/charts/chart.hpp"

namespace apportion::results {

// --- The rows of an exhibit sorted into the panels, curves and points of a chart

struct ChartPoint {
  double x = 0;
  double y = 0;
  double low = 0;  ///< the ends of its error bar; y if it has none
  double high = 0;
  double value = 0;  ///< of a cell in a heat map
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
  std::vector<Curve> curves = {};  ///< in the same order in all panels, without those that have no points
  std::vector<double> marks = {};
  std::size_t place = 0;  ///< its number among the panels, row by row
};

/// The different values along an axis, and their places: numbers at their own, ascending; categories at 1, 2, 3, ...
struct AxisPlaces {
  bool categories = false;
  std::vector<std::string> texts = {};
  std::vector<double> places = {};
};

struct ChartData {
  std::vector<Panel> panels;
  std::size_t across = 0;  ///< panels in a row if rows and columns of panels have a meaning; otherwise 0
  AxisPlaces x;
  std::optional<double> zero = std::nullopt;  ///< the place of x = 0 on a logarithmic axis, before all others
  AxisPlaces y;                               ///< of a heat map
  std::size_t series = 0;
  std::vector<std::string> absent = {};   ///< series without a point, such as an algorithm that failed on all samples
  bool has_errors = false;                ///< whether any point has an error bar
  std::vector<std::string> notices = {};  ///< a sentence for each kind of rows left out
};

/// The limits of a picture, beyond which parts cannot be distinguished. Further panels are left out with a notice.
inline constexpr std::size_t most_panels = 24;
inline constexpr std::size_t most_series = 60;
inline constexpr std::size_t most_points = 50'000;

/// Numbers that are not finite, or have no place on a logarithmic axis, are left out with a notice. Throws InputError
/// as draw_chart() does.
[[nodiscard]] ChartData chart_data(const Exhibit& exhibit, const Chart& chart, const Rows& rows);

// --- Scripts

/// A script with its data that writes the picture to standard output. The ids of an SVG document begin with `id`.
/// Throws InputError if the requested height is too small.
[[nodiscard]] std::string chart_script(const Chart& chart, const ChartData& data, Picture picture,
                                       const std::string& id, const Framing& framing = {});

struct Tic {
  double place = 0;
  std::string text;
};

/// An axis on the paper.
struct AxisRoom {
  double low = 0;  ///< the values at its ends; positive if it is logarithmic
  double high = 1;
  bool logarithmic = false;
  double length = 0;   ///< in units of the letters' size
  bool across = true;  ///< texts are side by side; otherwise one above the other

  /// The distance of a value from the low end.
  [[nodiscard]] double at(double value) const;
};

/// Whether no text touches the next. The tics are in the order of their places.
[[nodiscard]] bool fit(const std::vector<Tic>& tics, const AxisRoom& room);

/// Tics at round numbers: as many as fit, at most ten.
[[nodiscard]] std::vector<Tic> round_tics(const AxisRoom& room);

/// The wanted tics if they are few and fit; every second, third, ... of them if they are evenly spaced on a logarithmic
/// axis; otherwise tics at round numbers.
[[nodiscard]] std::vector<Tic> tics_at(std::vector<Tic> wanted, const AxisRoom& room);

}  // namespace apportion::results

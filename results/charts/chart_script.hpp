// Charts in gnuplot's language, and the tics of their axes: at the values of the data or at round numbers, so that no
// text touches the next.
#pragma once

#include <string>
#include <vector>

#include "results/charts/chart.hpp"
#include "results/charts/chart_data.hpp"

namespace apportion::results {

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

/// Every k-th of these tics, with the least k for which they fit.
[[nodiscard]] std::vector<Tic> thinned(const std::vector<Tic>& tics, const AxisRoom& room);

}  // namespace apportion::results

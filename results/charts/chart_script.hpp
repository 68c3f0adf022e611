// Charts in gnuplot's language.
#pragma once

#include <cstddef>
#include <string>

#include "results/charts/arrangement.hpp"
#include "results/charts/chart.hpp"
#include "results/charts/chart_data.hpp"

namespace apportion::results {

/// The numbers of a curve's colour, shape and dashes; each starts again where there are not this many, and all three
/// together after 280.
struct CurveStyle {
  std::size_t colour = 0;
  std::size_t shape = 0;
  std::size_t dash = 0;
};

/// What `set terminal` takes for a picture of that size. `id` begins the ids of an SVG document.
[[nodiscard]] std::string gnuplot_terminal(Picture picture, const std::string& id, const ChartSize& size,
                                           double height);

/// Several values of one series share its colour and shape and have different lines.
[[nodiscard]] CurveStyle style_of(const Chart& chart, const Curve& curve);

/// The look of points joined by lines.
[[nodiscard]] std::string line_look(const CurveStyle& style);

/// A script with its data that writes the picture to standard output. `id` begins the ids of an SVG document.
[[nodiscard]] std::string chart_script(const Chart& chart, const ChartData& data, Picture picture,
                                       const std::string& id, const Framing& framing = {});

}  // namespace apportion::results

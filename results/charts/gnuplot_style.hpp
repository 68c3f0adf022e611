// Colours, shapes, dashes, texts and terminals in gnuplot's language.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "results/charts/chart.hpp"
#include "results/charts/chart_data.hpp"

namespace apportion::results {

/// In pixels, of all charts.
inline constexpr double chart_width = 760;

/// A text in a command. In single quotes gnuplot has no escapes but the doubled quote.
[[nodiscard]] std::string gnuplot_text(std::string_view text);

/// A text in a data block, in double quotes; quotes and backslashes in it become blanks.
[[nodiscard]] std::string gnuplot_data(std::string_view text);

/// What `set terminal` takes for a picture of that height in pixels. `id` begins the ids of an SVG document.
[[nodiscard]] std::string gnuplot_terminal(Picture picture, const std::string& id, double height);

/// The numbers of a curve's colour, shape and dashes; they start again where there are not this many.
struct CurveStyle {
  std::size_t colour = 0;
  std::size_t shape = 0;
  std::size_t dash = 0;
};

/// Several values of one series share its colour and shape and have different lines.
[[nodiscard]] CurveStyle style_of(const Chart& chart, const Curve& curve);

/// The look of a cloud of points, and of points joined by lines.
[[nodiscard]] std::string cloud_look(const CurveStyle& style);
[[nodiscard]] std::string line_look(const CurveStyle& style);

}  // namespace apportion::results

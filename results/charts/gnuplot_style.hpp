// Colours, shapes, dashes, texts and terminals in gnuplot's language.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "results/charts/chart.hpp"
#include "results/charts/chart_data.hpp"

namespace apportion::results {

/// A picture's width and the size of its letters, in pixels of 1/96 inch. Columns and pages of print are 84 and 174 mm
/// wide, which those of ACM, Elsevier, IEEE and Springer hold, and have letters of 8 points. A phone of 390 pixels has
/// a margin of 16 to either side, see phone_size.
struct ChartSize {
  double width = 760;
  double font = 13;
  double png_scale = 2;  ///< print has 300 dots to the inch
};
inline constexpr ChartSize phone_size{358, 12, 2};
[[nodiscard]] ChartSize size_of(ChartWidth width);

/// A text in a command or a data block, in double quotes and one line. What gnuplot would read otherwise is spelled by
/// its number: it misreads a quote that is doubled at the start of a text in single quotes.
[[nodiscard]] std::string gnuplot_text(std::string_view text);

/// What `set terminal` takes for a picture of that size. `id` begins the ids of an SVG document.
[[nodiscard]] std::string gnuplot_terminal(Picture picture, const std::string& id, const ChartSize& size,
                                           double height);

/// The numbers of a curve's colour, shape and dashes; each starts again where there are not this many, and all three
/// together after 280.
struct CurveStyle {
  std::size_t colour = 0;
  std::size_t shape = 0;
  std::size_t dash = 0;
};

/// Several values of one series share its colour and shape and have different lines.
[[nodiscard]] CurveStyle style_of(const Chart& chart, const Curve& curve);

/// The look of a cloud of that many points, of error bars, and of points joined by lines.
[[nodiscard]] std::string cloud_look(const CurveStyle& style, std::size_t points);
[[nodiscard]] std::string bar_look(const CurveStyle& style);
[[nodiscard]] std::string line_look(const CurveStyle& style);

}  // namespace apportion::results

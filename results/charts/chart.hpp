// Charts of exhibits: curves, points and heat maps as SVG, PNG and PDF; and the programs that draw: gnuplot, and
// rsvg-convert for pictures that are SVG already.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "results/exhibit.hpp"
#include "results/rows.hpp"

namespace apportion::results {

enum class Picture { svg, png, pdf };

/// The kind of picture for a file of this name, by its ending.
[[nodiscard]] std::optional<Picture> picture_of(std::string_view file);

/// One of screen, column, page and slide. InputError for another word.
[[nodiscard]] ChartWidth chart_width(const std::string& word);
[[nodiscard]] std::vector<std::string> chart_widths();

/// The chart of that name, or the first for "". Throws InputError with the existing names.
[[nodiscard]] const Chart& chosen_chart(const Exhibit& exhibit, const std::string& name);

/// Title and sizes of a picture.
struct Framing {
  std::string title = {};  ///< above it; "": nothing
  double height = 0;       ///< in pixels of 1/96 inch; 0: chosen by the width
  double font = 0;         ///< the size of letters in points; 0: chosen by the width
};

/// Draws the result of exhibit.sql. The same rows give the same bytes, except for PDF, which contains the time. An SVG
/// document is dark on light, or light on dark if the reader prefers that. Throws InputError for a column of the chart
/// that the rows do not have or whose texts are not numbers, and for a height that is too low; ProgramError if gnuplot
/// fails or is not installed.
[[nodiscard]] std::string draw_chart(const Exhibit& exhibit, const Chart& chart, const Rows& rows, Picture picture,
                                     const Framing& framing = {});

/// A sentence for each kind of rows that draw_chart() leaves out, such as zeros on a logarithmic axis.
[[nodiscard]] std::vector<std::string> chart_notices(const Exhibit& exhibit, const Chart& chart, const Rows& rows);

/// A chart of a page; exhibit and rows must outlive it. Its ids begin with `id`.
struct PageChart {
  const Exhibit& exhibit;
  const Chart& chart;
  const Rows& rows;
  std::string id;
};

/// An SVG element within a page, as wide as the page allows, with lines and texts in the page's colour; or the reason
/// why there is none.
struct InlineChart {
  std::string svg = {};
  std::string problem = {};
};

/// Draws all charts with a single start of gnuplot. Throws ProgramError if it is not installed.
[[nodiscard]] std::vector<InlineChart> inline_charts(const std::vector<PageChart>& charts);

/// Another program is not installed, or it failed. Exit status 1.
struct ProgramError : UserError {
  explicit ProgramError(const std::string& message) : UserError(message, 1) {}
};

/// The standard output of a program (`words`: its name, found by PATH, and its arguments) for this standard input, in
/// the locale C. Throws ProgramError: if the program is missing, with the `package` to install; if it failed, with its
/// last line on standard error, or how it ended.
[[nodiscard]] std::string run_external_program(const std::vector<std::string>& words, const std::string& input,
                                               const std::string& package);

/// The standard output of gnuplot for a script. Throws ProgramError if it fails or is not installed.
[[nodiscard]] std::string run_gnuplot(const std::string& script);

/// An SVG document as another kind of picture, by rsvg-convert. Throws ProgramError.
[[nodiscard]] std::string converted_svg(const std::string& svg, Picture picture);

}  // namespace apportion::results

// Charts of exhibits: curves, points and heat maps as SVG, PNG and PDF.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/exhibit.hpp"
#include "results/rows.hpp"

namespace apportion::results {

enum class Picture { svg, png, pdf };

/// The kind of picture that a file of this name holds, by its ending.
[[nodiscard]] std::optional<Picture> picture_of(std::string_view file);

/// One of screen, column, page and slide. InputError for another word.
[[nodiscard]] ChartWidth chart_width(const std::string& word);
[[nodiscard]] std::vector<std::string> chart_widths();

/// The chart of that name, or the first for "". Throws InputError with the names that there are.
[[nodiscard]] const Chart& chosen_chart(const Exhibit& exhibit, const std::string& name);

/// What a picture has besides its chart.
struct Framing {
  std::string title = {};  ///< above it; "": nothing
  double height = 0;       ///< in pixels of 1/96 inch; 0: as the width suggests
  double font = 0;         ///< the size of the letters in points; 0: as the width suggests
};

/// Draws the result of exhibit.sql. The same rows give the same bytes, but for PDF, which holds the time. An
/// SVG document is dark on light paper, and light on dark where its reader prefers that. Throws InputError
/// for a column of the chart that the rows do not have or whose texts are no numbers, and for a height that is too low;
/// ProgramError where gnuplot fails or is not installed.
[[nodiscard]] std::string draw_chart(const Exhibit& exhibit, const Chart& chart, const Rows& rows, Picture picture,
                                     const Framing& framing = {});

/// What draw_chart() does not draw of the rows, a sentence each, such as zeros on a logarithmic axis.
[[nodiscard]] std::vector<std::string> chart_notices(const Exhibit& exhibit, const Chart& chart, const Rows& rows);

/// A chart of a page, which its exhibit and rows outlive. `id` begins the ids in it.
struct PageChart {
  const Exhibit& exhibit;
  const Chart& chart;
  const Rows& rows;
  std::string id;
};

/// An SVG element within a page, as wide as the page lets it be: its lines and texts have the page's colour. Or why
/// there is none.
struct InlineChart {
  std::string svg = {};
  std::string problem = {};
};

/// One for each, by a single start of gnuplot. Throws ProgramError where that is not installed.
[[nodiscard]] std::vector<InlineChart> inline_charts(const std::vector<PageChart>& charts);

}  // namespace apportion::results

// Tables of exhibits: the rows of a query as text in one of several formats.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "results/exhibit.hpp"
#include "results/rows.hpp"

namespace apportion::results {

enum class Format { text, markdown, latex, csv, json, html };

/// "text", "markdown", "latex", "csv", "json" and "html".
[[nodiscard]] std::vector<std::string> format_names();
/// The format of that name. InputError with the nearest names if there is none.
[[nodiscard]] Format format_named(std::string_view name);

/// Where a LaTeX table is placed: within the text, in one of two columns, over both, or over several pages.
enum class LatexTable { line, column, page, several_pages };

/// Which values to show: the name of one value column, or "all" for all of them side by side.
struct RenderOptions {
  Format format = Format::text;
  std::string values = {};  ///< "" = the first
  std::size_t width = 0;    ///< of the terminal in characters, for the format text; 0: unlimited
  LatexTable latex = LatexTable::line;
};

/// Renders the result of exhibit.sql. csv and json have the long rows unchanged (tidy), the others the layout. Throws
/// InputError for a value column that the layout does not have, for a column of the layout that the rows do not have,
/// and for two values in one cell. Text that is wider than the terminal is wrapped: fewer pages side by side, then
/// columns in several tables, one below the other, then long texts in several lines. Ends with a newline.
[[nodiscard]] std::string render(const Exhibit& shown, const Rows& rows, const RenderOptions& options);

}  // namespace apportion::results

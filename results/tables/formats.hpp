// Tables of exhibits: the rows of a query as text in one of several formats, and the parts of these: the rows arranged
// as the pages of a paper's table.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "results/exhibit.hpp"
#include "results/rows.hpp"

namespace apportion::results {

enum class Format { text, markdown, latex, csv, json, html };

/// "text", "markdown", "latex", "csv", "json" and "html".
[[nodiscard]] std::vector<std::string> format_names();
/// The format with this name. Throws InputError, which lists the nearest names, if no format has it.
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

enum class Align { left, right };

/// A column under its heading; an empty cell has no value.
struct PageColumn {
  std::string heading;
  Align align = Align::right;
  std::vector<std::string> cells = {};  ///< one for each row of the sheet
  /// The rows of the query that give the cells; the number of rows for a cell that none gives.
  std::vector<std::size_t> sources = {};
};

/// The columns of one value, such as ours or printed.
struct Block {
  std::string title;  ///< the title of the value; "" if only one is shown
  std::vector<PageColumn> columns;
};

struct Page {
  std::string caption;                ///< the page column's text, "" if there is none
  std::vector<Block> blocks;          ///< one for each value shown
  std::vector<bool> rows_with_cells;  ///< which of the sheet's rows this page has
};

/// The whole table. Rows that came unpivoted make one page with one block and no row titles.
struct Sheet {
  std::string row_title;
  std::string column_title;
  Align row_align = Align::left;
  bool has_row_titles = false;
  bool even_columns = false;      ///< the columns are of one kind and can have one width
  std::vector<std::string> rows;  ///< titles of rows; all pages share them
  std::vector<Page> pages;
};

/// `values` as in RenderOptions. With `errors` a cell has a value and its error, as in "12.34 ± 0.05": both end with
/// the last significant digit of the error, and columns of errors are left out. Throws InputError for a value column
/// that the layout does not have, a column of the layout that the rows do not have, and two values for one cell.
[[nodiscard]] Sheet arranged(const Exhibit& exhibit, const Rows& rows, const std::string& values, bool errors = false);

/// A table environment (booktabs) with a tabular for each band of pages, shrunk by adjustbox if it is too wide or too
/// high; or longtables.
[[nodiscard]] std::string render_latex(const Exhibit& exhibit, const Sheet& sheet, LatexTable kind);

/// The rows of the query: names first, fields quoted where RFC 4180 requires it, lines ended by a line feed.
[[nodiscard]] std::string render_csv(const Rows& rows);

/// The word quoted for a POSIX shell: in single quotes if it needs them.
[[nodiscard]] std::string quoted_for_a_shell(const std::string& word);

/// Additions to a cell: classes, the text shown on hovering, and the id that it links to.
struct CellMark {
  std::string classes = {};
  std::string title = {};
  std::string link = {};
};
/// Gives the mark of the cell that this row of the query gives, below this heading, with this text.
using CellMarker = std::function<CellMark(std::size_t source, const std::string& heading, const std::string& text)>;
/// One page of the sheet as a table element.
[[nodiscard]] std::string html_table(const Sheet& sheet, const Page& page, const std::string& caption,
                                     const CellMarker& marker = {});

/// Blocks side by side, whose titles are their captions, with the rows that at least one of them has.
struct Band {
  PageColumn titles;  ///< of the rows
  std::vector<Block> blocks = {};
};

/// Removes the other rows.
void keep_rows(const std::vector<bool>& kept, Band& band);

/// The bands of a sheet: `pages_across` pages each if one value is shown, otherwise one page each.
[[nodiscard]] std::vector<Band> bands_of(const Sheet& sheet, int pages_across);

}  // namespace apportion::results

// The long rows of a query, arranged as the pages of a paper's table, and parts of the formats of exhibits.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "results/exhibit.hpp"
#include "results/rows.hpp"
#include "results/tables/render.hpp"

namespace apportion::results {

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

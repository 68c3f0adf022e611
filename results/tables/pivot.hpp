// The long rows of a query, arranged as the pages of a paper's table.
#pragma once

#include <string>
#include <vector>

#include "results/exhibit.hpp"
#include "results/rows.hpp"

namespace apportion::results {

enum class Align { left, right };

/// A column under its heading; an empty cell has no value.
struct PageColumn {
  std::string heading;
  Align align = Align::right;
  std::vector<std::string> cells = {};  ///< one for each row of the sheet
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

}  // namespace apportion::results

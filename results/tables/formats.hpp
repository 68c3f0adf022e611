// Parts of the formats of exhibits.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "results/exhibit.hpp"
#include "results/rows.hpp"
#include "results/tables/pivot.hpp"
#include "results/tables/render.hpp"

namespace apportion::results {

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
/// Gives the mark of the cell with these titles of row and column, and this text.
using CellMarker = std::function<CellMark(const std::string& row, const std::string& column, const std::string& text)>;
/// One page of the sheet as a table element.
[[nodiscard]] std::string html_table(const Sheet& sheet, const Page& page, const std::string& caption,
                                     const CellMarker& marker = {});

/// A block of the sheet, which must outlive this, and its caption.
struct BandBlock {
  const Block* block = nullptr;
  std::string caption;
};
/// Blocks side by side, with the rows of the sheet that at least one of them has.
struct Band {
  std::vector<BandBlock> blocks;
  std::vector<std::size_t> rows;
};

/// The bands of a sheet: `pages_across` pages each if one value is shown, otherwise one page each.
[[nodiscard]] std::vector<Band> bands_of(const Sheet& sheet, int pages_across);

}  // namespace apportion::results

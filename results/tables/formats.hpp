// The formats of an exhibit, a function each.
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

/// Plain text for a terminal: aligned by blanks, `pages_across` pages side by side, or all the values of one page.
/// `width` as in RenderOptions.
[[nodiscard]] std::string render_text(const Exhibit& exhibit, const Sheet& sheet, std::size_t width);

/// A heading with the title, then a heading and a pipe table for each page.
[[nodiscard]] std::string render_markdown(const Exhibit& exhibit, const Sheet& sheet);

/// A table environment (booktabs) with a tabular for each band of pages, which adjustbox shrinks where it is too wide
/// or too high; or longtables.
[[nodiscard]] std::string render_latex(const Exhibit& exhibit, const Sheet& sheet, LatexTable kind);

/// The rows as they came: names first, fields quoted where RFC 4180 wants it, lines ended by a line feed.
[[nodiscard]] std::string render_csv(const Rows& rows);

/// The rows as they came: {"schema":1,"exhibit":…,"title":…,"columns":[…],"rows":[[…],…]}, in one line.
[[nodiscard]] std::string render_json(const Exhibit& exhibit, const Rows& rows);

/// The word as a POSIX shell reads it back: in single quotes where it needs them.
[[nodiscard]] std::string quoted_for_a_shell(const std::string& word);

/// A table element for each page, numbers with the class "number", which a style aligns to the right.
[[nodiscard]] std::string render_html(const Exhibit& exhibit, const Sheet& sheet);
/// What is special about a cell: further classes, the text that hovering over it shows, and the id that it links to.
struct CellMark {
  std::string classes = {};
  std::string title = {};
  std::string link = {};
};
/// Of the cell under these titles of row and column, with this text.
using CellMarker = std::function<CellMark(const std::string& row, const std::string& column, const std::string& text)>;
/// One page of the sheet as a table element.
[[nodiscard]] std::string html_table(const Sheet& sheet, const Page& page, const std::string& caption,
                                     const CellMarker& marker = {});

/// A block of the sheet, which outlives this, and what stands above it.
struct BandBlock {
  const Block* block = nullptr;
  std::string caption;
};
/// Blocks that stand side by side, over the rows of the sheet that one of them has.
struct Band {
  std::vector<BandBlock> blocks;
  std::vector<std::size_t> rows;
};

/// With one value, `pages_across` pages make a band; with several, each page makes one of its own.
[[nodiscard]] std::vector<Band> bands_of(const Sheet& sheet, int pages_across);

}  // namespace apportion::results

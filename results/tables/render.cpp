// Rendering of tables: the choice of the format.
#include "results/tables/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "results/tables/formats.hpp"

namespace apportion::results {
namespace {

constexpr std::array formats = {Word{Format::text, "text"},   Word{Format::markdown, "markdown"},
                                Word{Format::latex, "latex"}, Word{Format::csv, "csv"},
                                Word{Format::json, "json"},   Word{Format::html, "html"}};

void add_page(Band& band, const Sheet& sheet, const Page& page) {
  for (const Block& block : page.blocks) band.blocks.push_back({&block, joined_caption(page.caption, block.title)});
  for (std::size_t row = 0; row < sheet.rows.size(); ++row) {
    const bool known = contains(band.rows, row);
    if (page.rows_with_cells[row] && !known) band.rows.push_back(row);
  }
  std::ranges::sort(band.rows);
}

// The sheet for readers: every text in one line, without characters that would control a terminal or the direction of
// text.
Sheet printable(Sheet sheet) {
  const auto clean = [](std::string& text) { text = in_one_line(text); };
  clean(sheet.row_title);
  clean(sheet.column_title);
  std::ranges::for_each(sheet.rows, clean);
  for (Page& page : sheet.pages) {
    clean(page.caption);
    for (Block& block : page.blocks) {
      clean(block.title);
      for (PageColumn& column : block.columns) {
        clean(column.heading);
        std::ranges::for_each(column.cells, clean);
      }
    }
  }
  return sheet;
}

std::string rendered(const Exhibit& exhibit, const Sheet& sheet, const RenderOptions& options) {
  switch (options.format) {
    case Format::markdown:
      return render_markdown(exhibit, sheet);
    case Format::latex:
      return render_latex(exhibit, sheet, options.latex);
    case Format::html:
      return render_html(exhibit, sheet);
    default:
      return render_text(exhibit, sheet, options.width);
  }
}

}  // namespace

std::vector<std::string> format_names() { return words_in(formats); }

Format format_named(std::string_view name) { return known_value(formats, name, "format"); }

std::vector<Band> bands_of(const Sheet& sheet, int pages_across) {
  const bool one_value = sheet.pages.empty() || sheet.pages.front().blocks.size() == 1;
  const auto across = static_cast<std::size_t>(one_value ? std::max(pages_across, 1) : 1);
  std::vector<Band> bands;
  for (std::size_t i = 0; i < sheet.pages.size(); ++i) {
    if (i % across == 0) bands.emplace_back();
    add_page(bands.back(), sheet, sheet.pages[i]);
  }
  return bands;
}

std::string render(const Exhibit& shown, const Rows& rows, const RenderOptions& options) {
  // Arranged for all formats, so that a wrong name of a value is an error in each of them.
  const bool errors = options.format == Format::latex;
  Sheet sheet = arranged(shown, rows, options.values, errors);
  if (options.format == Format::csv) return render_csv(rows);
  if (options.format == Format::json) return render_json(shown, rows);
  Exhibit exhibit = shown;
  exhibit.title = in_one_line(shown.title);
  exhibit.note = in_one_line(note_below(shown, rows));
  const auto has_error = [](const ValueColumn& value) { return !value.error.empty(); };
  if (errors && std::ranges::any_of(shown.layout.values, has_error))
    exhibit.note += fmt::format("{}± is half of a 95 % interval.", exhibit.note.empty() ? "" : " ");
  return rendered(exhibit, printable(std::move(sheet)), options);
}

}  // namespace apportion::results

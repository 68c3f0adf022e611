// Tables of exhibits: the choice of the format.
#include "results/tables/render.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/printable.hpp"
#include "results/tables/formats.hpp"

namespace apportion::results {
namespace {

constexpr std::array<std::pair<std::string_view, Format>, 6> formats{{{"text", Format::text},
                                                                      {"markdown", Format::markdown},
                                                                      {"latex", Format::latex},
                                                                      {"csv", Format::csv},
                                                                      {"json", Format::json},
                                                                      {"html", Format::html}}};

void add_page(Band& band, const Sheet& sheet, const Page& page) {
  for (const Block& block : page.blocks) band.blocks.push_back({&block, joined_caption(page.caption, block.title)});
  for (std::size_t row = 0; row < sheet.rows.size(); ++row) {
    const bool known = std::ranges::find(band.rows, row) != band.rows.end();
    if (page.rows_with_cells[row] && !known) band.rows.push_back(row);
  }
  std::ranges::sort(band.rows);
}

}  // namespace

std::optional<Format> parse_format(std::string_view name) {
  for (const auto& [known, format] : formats) {
    if (known == name) return format;
  }
  return std::nullopt;
}

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
  Exhibit exhibit = shown;
  exhibit.note = note_below(shown, rows);
  // Also for the formats that show all columns: a wrong name is an error in each of them.
  const Sheet sheet = arranged(exhibit, rows, options.values);
  switch (options.format) {
    case Format::markdown:
      return without_controls(render_markdown(exhibit, sheet));
    case Format::latex:
      return without_controls(render_latex(exhibit, sheet));
    case Format::csv:
      return render_csv(rows);
    case Format::json:
      return render_json(exhibit, rows);
    case Format::html:
      return without_controls(render_html(exhibit, sheet));
    case Format::text:
      break;
  }
  return without_controls(render_text(exhibit, sheet, options.width));
}

}  // namespace apportion::results

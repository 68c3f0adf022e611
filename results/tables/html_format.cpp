// Exhibits as HTML tables.
#include <fmt/format.h>

#include "base/text.hpp"
#include "results/tables/formats.hpp"

namespace apportion::results {
namespace {

std::string cell(const std::string& text, Align align, const CellMark& mark) {
  std::string classes = align == Align::right ? "number" : "";
  if (!mark.classes.empty()) classes += (classes.empty() ? "" : " ") + mark.classes;
  std::string attributes;
  if (!classes.empty()) attributes += fmt::format(" class=\"{}\"", classes);
  if (!mark.title.empty()) attributes += fmt::format(" title=\"{}\"", xml_escaped(mark.title));
  return fmt::format("<td{}>{}</td>", attributes, xml_escaped(text));
}

// Over each block what its value is called, where there are several.
std::string block_titles(const Sheet& sheet, const Page& page) {
  if (page.blocks.size() < 2) return {};
  std::string line = sheet.has_row_titles ? "<td></td>" : "";
  for (const Block& block : page.blocks)
    line += fmt::format(R"(<th scope="colgroup" colspan="{}">{}</th>)", block.columns.size(), xml_escaped(block.title));
  return "<tr>" + line + "</tr>\n";
}

std::string headings(const Sheet& sheet, const Page& page) {
  std::string line;
  if (sheet.has_row_titles) {
    const std::string& across = sheet.column_title;
    line += fmt::format("<th scope=\"col\">{}</th>",
                        xml_escaped(across.empty() ? sheet.row_title : sheet.row_title + " \\ " + across));
  }
  for (const Block& block : page.blocks)
    for (const PageColumn& column : block.columns)
      line += fmt::format("<th scope=\"col\"{}>{}</th>", column.align == Align::right ? " class=\"number\"" : "",
                          xml_escaped(column.heading));
  return "<tr>" + line + "</tr>\n";
}

std::string line_of(const Sheet& sheet, const Page& page, std::size_t row, const CellMarker& marker) {
  std::string line;
  if (sheet.has_row_titles)
    line += fmt::format("<th scope=\"row\"{}>{}</th>", sheet.row_align == Align::right ? " class=\"number\"" : "",
                        xml_escaped(sheet.rows[row]));
  for (const Block& block : page.blocks)
    for (const PageColumn& column : block.columns) {
      const std::string& text = column.cells[row];
      line += cell(text, column.align, marker ? marker(sheet.rows[row], column.heading, text) : CellMark{});
    }
  return "<tr>" + line + "</tr>\n";
}

}  // namespace

std::string html_table(const Sheet& sheet, const Page& page, const std::string& caption, const CellMarker& marker) {
  constexpr std::size_t most_loose = 10;
  std::size_t columns = 0;
  for (const Block& block : page.blocks) columns += block.columns.size();
  std::string text = fmt::format("<table{}>\n<caption>{}</caption>\n<thead>\n{}{}</thead>\n<tbody>\n",
                                 columns > most_loose ? " class=\"dense\"" : "", xml_escaped(caption),
                                 block_titles(sheet, page), headings(sheet, page));
  for (std::size_t row = 0; row < sheet.rows.size(); ++row)
    if (page.rows_with_cells[row]) text += line_of(sheet, page, row, marker);
  return text + "</tbody>\n</table>\n";
}

std::string render_html(const Exhibit& exhibit, const Sheet& sheet) {
  std::string text = "<style>.number { text-align: right }</style>\n";
  for (const Page& page : sheet.pages) text += html_table(sheet, page, joined_caption(exhibit.title, page.caption));
  if (sheet.pages.empty()) text += fmt::format("<p>{}: no results.</p>\n", xml_escaped(exhibit.title));
  if (!exhibit.note.empty()) text += fmt::format("<p>{}</p>\n", xml_escaped(exhibit.note));
  return text;
}

}  // namespace apportion::results

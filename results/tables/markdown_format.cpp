// Exhibits as Markdown with pipe tables.
#include "results/tables/formats.hpp"

namespace apportion::results {
namespace {

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '|' || c == '\\') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result;
}

std::string heading(const Block& block, const PageColumn& column) {
  return escaped(block.title.empty() ? column.heading : block.title + ' ' + column.heading);
}

std::string head(const Sheet& sheet, const Page& page) {
  std::string names = "|";
  std::string rule = "|";
  if (sheet.has_row_titles) {
    const std::string& across = sheet.column_title;
    const std::string corner = across.empty() ? sheet.row_title : sheet.row_title + ", " + across;
    names += ' ' + escaped(corner) + " |";
    rule += sheet.row_align == Align::left ? " :--- |" : " ---: |";
  }
  for (const Block& block : page.blocks) {
    for (const PageColumn& column : block.columns) {
      names += ' ' + heading(block, column) + " |";
      rule += column.align == Align::left ? " :--- |" : " ---: |";
    }
  }
  return names + '\n' + rule + '\n';
}

std::string line(const Sheet& sheet, const Page& page, std::size_t row) {
  std::string text = "|";
  if (sheet.has_row_titles) text += ' ' + escaped(sheet.rows[row]) + " |";
  for (const Block& block : page.blocks) {
    for (const PageColumn& column : block.columns) {
      text += ' ' + (column.cells[row].empty() ? "-" : escaped(column.cells[row])) + " |";
    }
  }
  return text + '\n';
}

}  // namespace

std::string render_markdown(const Exhibit& exhibit, const Sheet& sheet) {
  std::string result = exhibit.title.empty() ? "" : "### " + exhibit.title + '\n';
  for (const Page& page : sheet.pages) {
    if (!page.caption.empty()) result += (result.empty() ? "#### " : "\n#### ") + page.caption + '\n';
    if (!result.empty()) result += '\n';
    result += head(sheet, page);
    for (std::size_t row = 0; row < sheet.rows.size(); ++row) {
      if (page.rows_with_cells[row]) result += line(sheet, page, row);
    }
  }
  if (sheet.pages.empty()) result += "\nNo results.\n";
  if (!exhibit.note.empty()) result += '\n' + exhibit.note + '\n';
  return result;
}

}  // namespace apportion::results

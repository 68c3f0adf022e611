// Exhibits as Markdown with pipe tables.
#include <cctype>

#include "results/tables/formats.hpp"

namespace apportion::results {
namespace {

bool is_letter(const std::string& text, std::size_t at) {
  return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
}

// What begins a tag, a link, an emphasis, an entity, a formula or a cell. An underscore within a word begins nothing.
std::string escaped(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool within = c == '_' && i > 0 && is_letter(text, i - 1) && is_letter(text, i + 1);
    const bool entity = c == '&' && (is_letter(text, i + 1) || text.substr(i + 1, 1) == "#");
    if (entity || (std::string_view("\\`*_[]<>|~$").find(c) != std::string_view::npos && !within)) result += '\\';
    result += c;
  }
  return result;
}

// A line of its own, which no list, heading or rule begins.
std::string paragraph(const std::string& text) {
  const bool mark = !text.empty() && std::string_view("#-+=").find(text.front()) != std::string_view::npos;
  return (mark ? "\\" : "") + escaped(text) + '\n';
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
  std::string result = exhibit.title.empty() ? "" : "### " + escaped(exhibit.title) + '\n';
  for (const Page& page : sheet.pages) {
    if (!page.caption.empty()) result += (result.empty() ? "#### " : "\n#### ") + escaped(page.caption) + '\n';
    if (!result.empty()) result += '\n';
    result += head(sheet, page);
    for (std::size_t row = 0; row < sheet.rows.size(); ++row) {
      if (page.rows_with_cells[row]) result += line(sheet, page, row);
    }
  }
  if (sheet.pages.empty()) result += "\nNo results.\n";
  if (!exhibit.note.empty()) result += '\n' + paragraph(exhibit.note);
  return result;
}

}  // namespace apportion::results

// Exhibits as plain text for a terminal.
#include <algorithm>

#include "results/tables/formats.hpp"

namespace apportion::results {
namespace {

constexpr const char* between_columns = "  ";
constexpr const char* between_blocks = "    ";

/// Lines of one width.
using Lines = std::vector<std::string>;

// Characters, not bytes: those that continue a UTF-8 sequence start with the bits 10.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

std::string padded(const std::string& text, std::size_t to, Align align, char with = ' ') {
  const std::string filling(to - std::min(to, width(text)), with);
  return align == Align::left ? text + filling : filling + text;
}

std::string centred(const std::string& text, std::size_t to) {
  const std::size_t room = to - std::min(to, width(text));
  return padded(std::string(room / 2, ' ') + text, to, Align::left);
}

std::string shown(const std::string& cell) { return cell.empty() ? "-" : cell; }

std::size_t widest(const std::vector<std::string>& cells) {
  std::size_t result = 0;
  for (const std::string& cell : cells) result = std::max(result, width(cell));
  return result;
}

std::size_t widest_column(const Sheet& sheet) {
  std::size_t result = 0;
  for (const Page& page : sheet.pages) {
    for (const Block& block : page.blocks) {
      for (const PageColumn& column : block.columns) {
        result = std::max({result, width(column.heading), widest(column.cells)});
      }
    }
  }
  return result;
}

// The heading, a rule, the cells.
Lines column_lines(const std::string& heading, const std::vector<std::string>& cells, Align align, std::size_t least) {
  const std::size_t to = std::max({least, width(heading), widest(cells)});
  Lines lines{padded(heading, to, align), std::string(to, '-')};
  for (const std::string& cell : cells) lines.push_back(padded(cell, to, align));
  return lines;
}

void append(Lines& left, const Lines& right, const std::string& gap) {
  if (left.empty()) {
    left = right;
    return;
  }
  for (std::size_t i = 0; i < left.size(); ++i) left[i] += gap + right[i];
}

Lines block_lines(const Sheet& sheet, const Band& band, const BandBlock& block, std::size_t least) {
  Lines lines;
  for (const PageColumn& column : block.block->columns) {
    std::vector<std::string> cells;
    for (const std::size_t row : band.rows) cells.push_back(shown(column.cells[row]));
    append(lines, column_lines(column.heading, cells, column.align, least), between_columns);
  }
  if (!sheet.has_row_titles) return lines;
  // One rule below the whole of a pivoted block, as wide as what stands above it.
  const std::size_t wide = std::max({width(lines[1]), width(block.caption), width(sheet.column_title)});
  for (std::string& line : lines) line = padded(line, wide, Align::left);
  lines[1] = std::string(wide, '-');
  lines.insert(lines.begin(), {centred(block.caption, wide), centred(sheet.column_title, wide)});
  return lines;
}

Lines row_title_lines(const Sheet& sheet, const Band& band) {
  std::vector<std::string> titles;
  for (const std::size_t row : band.rows) titles.push_back(sheet.rows[row]);
  Lines lines = column_lines(sheet.row_title, titles, sheet.row_align, widest(sheet.rows));
  lines.insert(lines.begin(), 2, std::string(width(lines.front()), ' '));
  return lines;
}

std::string band_text(const Sheet& sheet, const Band& band) {
  const std::size_t least = sheet.even_columns ? widest_column(sheet) : 0;
  Lines lines;
  if (sheet.has_row_titles) lines = row_title_lines(sheet, band);
  bool first = true;
  for (const BandBlock& block : band.blocks) {
    append(lines, block_lines(sheet, band, block, least), first ? between_columns : between_blocks);
    first = false;
  }
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t end = lines[i].find_last_not_of(' ') + 1;
    const bool unused_caption = sheet.has_row_titles && i < 2 && end == 0;
    if (!unused_caption) text += lines[i].substr(0, end) + '\n';
  }
  return text;
}

}  // namespace

std::string render_text(const Exhibit& exhibit, const Sheet& sheet) {
  std::string result = exhibit.title.empty() ? "" : exhibit.title + '\n';
  for (const Band& band : bands_of(sheet, exhibit.layout.pages_across)) {
    if (!result.empty()) result += '\n';
    result += band_text(sheet, band);
  }
  if (sheet.pages.empty()) result += "\nNo results.\n";
  if (!exhibit.note.empty()) result += '\n' + exhibit.note + '\n';
  return result;
}

}  // namespace apportion::results

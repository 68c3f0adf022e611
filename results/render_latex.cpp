// Exhibits as LaTeX tables (booktabs).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "results/render.hpp"

namespace apportion::results {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 15> escapes{{{"\\", "\\textbackslash{}"},
                                                                                 {"~", "\\textasciitilde{}"},
                                                                                 {"^", "\\textasciicircum{}"},
                                                                                 {"|", "\\textbar{}"},
                                                                                 {"<", "\\textless{}"},
                                                                                 {">", "\\textgreater{}"},
                                                                                 {"&", "\\&"},
                                                                                 {"%", "\\%"},
                                                                                 {"$", "\\$"},
                                                                                 {"#", "\\#"},
                                                                                 {"_", "\\_"},
                                                                                 {"{", "\\{"},
                                                                                 {"}", "\\}"},
                                                                                 {"×", "$\\times$"},
                                                                                 {"∘", "$\\circ$"}}};

std::string escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto* const found = std::find_if(escapes.begin(), escapes.end(),
                                           [&](const auto& escape) { return text.starts_with(escape.first); });
    const bool special = found != escapes.end();
    const std::size_t length = special ? found->first.size() : 1;
    result += special ? found->second : text.substr(0, 1);
    text.remove_prefix(length);
  }
  return result;
}

// A hyphen before a digit is a minus sign.
std::string cell(const std::string& text, Align align) {
  if (text.empty()) return "-";
  if (align == Align::right && text.starts_with('-')) return "$-$" + escaped(text.substr(1));
  return escaped(text);
}

std::size_t first_column(const Sheet& sheet) { return sheet.has_row_titles ? 2 : 1; }

// A line with `title(block)` centred over each block, and rules below.
template <typename Title>
std::string spanning_line(const Sheet& sheet, const Band& band, Title title) {
  std::string line;
  std::string rules;
  std::size_t column = first_column(sheet);
  for (const BandBlock& each : band.blocks) {
    const std::size_t count = each.block->columns.size();
    if (column > 1) line += " & ";
    line += fmt::format("\\multicolumn{{{}}}{{c}}{{{}}}", count, escaped(title(each)));
    rules += fmt::format("\\cmidrule(lr){{{}-{}}}", column, column + count - 1);
    column += count;
  }
  return fmt::format("    {} \\\\\n    {}\n", line, rules);
}

std::string preamble(const Sheet& sheet, const Band& band) {
  std::string columns;
  if (sheet.has_row_titles) columns += sheet.row_align == Align::left ? 'l' : 'r';
  for (const BandBlock& each : band.blocks) {
    for (const PageColumn& column : each.block->columns) columns += column.align == Align::left ? 'l' : 'r';
  }
  return columns;
}

template <typename Cell>
std::string line(const Sheet& sheet, const Band& band, const std::string& row_title, Cell cell_of) {
  std::string text = sheet.has_row_titles ? escaped(row_title) : "";
  bool first = !sheet.has_row_titles;
  for (const BandBlock& each : band.blocks) {
    for (const PageColumn& column : each.block->columns) {
      if (!first) text += " & ";
      first = false;
      text += cell_of(column);
    }
  }
  return fmt::format("    {} \\\\\n", text);
}

std::string tabular(const Sheet& sheet, const Band& band) {
  std::string text = fmt::format("  \\begin{{tabular}}{{{}}}\n    \\toprule\n", preamble(sheet, band));
  const bool captions = std::any_of(band.blocks.begin(), band.blocks.end(),
                                    [](const BandBlock& block) { return !block.caption.empty(); });
  if (captions) text += spanning_line(sheet, band, [](const BandBlock& block) { return block.caption; });
  if (sheet.has_row_titles && !sheet.column_title.empty()) {
    text += spanning_line(sheet, band, [&](const BandBlock& /*unused*/) { return sheet.column_title; });
  }
  text += line(sheet, band, sheet.row_title, [](const PageColumn& column) { return escaped(column.heading); });
  text += "    \\midrule\n";
  for (const std::size_t row : band.rows) {
    text += line(sheet, band, sheet.rows[row],
                 [&](const PageColumn& column) { return cell(column.cells[row], column.align); });
  }
  return text + "    \\bottomrule\n  \\end{tabular}\n";
}

std::string label(std::string name) {
  std::replace(name.begin(), name.end(), '/', '-');
  return "tab:" + name;
}

}  // namespace

std::string render_latex(const Exhibit& exhibit, const Sheet& sheet) {
  std::string text = fmt::format("\\begin{{table}}\n  \\centering\n  \\caption{{{}}}\n  \\label{{{}}}\n",
                                 escaped(exhibit.title), label(exhibit.name));
  bool first = true;
  for (const Band& band : bands_of(sheet, exhibit.layout.pages_across)) {
    if (!first) text += "  \\par\\medskip\n";
    first = false;
    text += tabular(sheet, band);
  }
  if (!exhibit.note.empty()) text += fmt::format("  \\par\\medskip\n  {}\n", escaped(exhibit.note));
  return text + "\\end{table}\n";
}

}  // namespace apportion::results

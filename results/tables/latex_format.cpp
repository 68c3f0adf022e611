// Exhibits as LaTeX: booktabs tables, shrunk by adjustbox if they are too wide or too high, and longtables.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "results/tables/formats.hpp"

namespace apportion::results {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 16> escapes{{{"\\", "\\textbackslash{}"},
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
                                                                                 {"±", "$\\pm$"},
                                                                                 {"∘", "$\\circ$"}}};

std::string latex_escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    // Two of these characters would form another one, such as a dash.
    const bool ligature =
        text.size() > 1 && text[0] == text[1] && std::string_view("-',`").find(text[0]) != std::string_view::npos;
    const auto* const found =
        std::ranges::find_if(escapes, [&](const auto& escape) { return text.starts_with(escape.first); });
    const bool special = found != escapes.end();
    result += special ? found->second : text.substr(0, 1);
    if (ligature) result += "{}";
    text.remove_prefix(special ? found->first.size() : 1);
  }
  return result;
}

// Text that LaTeX may break into lines: long lists and names without blanks can also be broken behind punctuation.
std::string latex_lines(std::string_view text) {
  constexpr std::size_t least = 20;
  if (text.size() < least) return latex_escaped(text);
  std::string result;
  for (std::size_t end = 0; !text.empty(); text.remove_prefix(end)) {
    end = std::min(text.find_first_of(",;:/_]=", 0), text.size() - 1) + 1;
    result += latex_escaped(text.substr(0, end));
    if (end < text.size() && text[end] != ' ') result += "\\allowbreak{}";
  }
  return result;
}

constexpr double long_text = 45;  // characters; longer texts have several lines

bool is_long(const std::vector<std::string>& cells) {
  return std::ranges::any_of(cells, [](const std::string& cell) { return character_count(cell) > long_text; });
}

// A hyphen before a number is a minus sign.
std::string cell_of(const std::string& text, Align align) {
  if (text.empty()) return "-";
  if (align == Align::left) return latex_lines(text);
  return text.starts_with('-') ? "$-$" + latex_escaped(text.substr(1)) : latex_escaped(text);
}

// The line of a table. LaTeX would read a bracket or an asterisk at its start as part of the end of the line before.
std::string line(const std::vector<std::string>& cells) {
  const bool taken = cells.front().starts_with('[') || cells.front().starts_with('*');
  return fmt::format("    {}{} \\\\\n", taken ? "{}" : "", fmt::join(cells, " & "));
}

// The column types; long texts share a width at which a page of 36 em is readable.
std::string preamble(const Sheet& sheet, const Band& band) {
  std::vector<std::string> letters;
  if (sheet.has_row_titles)
    letters.emplace_back(sheet.row_align == Align::right ? "r" : is_long(sheet.rows) ? "" : "l");
  for (const Block& each : band.blocks)
    for (const PageColumn& column : each.columns)
      letters.emplace_back(column.align == Align::right ? "r" : is_long(column.cells) ? "" : "l");
  const auto texts = std::max<std::ptrdiff_t>(std::ranges::count(letters, ""), 1);
  const std::string broken =
      fmt::format(">{{\\raggedright\\arraybackslash}}p{{{}em}}", std::clamp<std::ptrdiff_t>(36 / texts, 9, 20));
  std::ranges::replace(letters, "", broken);
  return fmt::format("{}", fmt::join(letters, ""));
}

// A line with title(block) centred over each block, and rules below.
template <typename Title>
std::string spanning_line(const Sheet& sheet, const Band& band, Title title) {
  std::vector<std::string> titles(sheet.has_row_titles ? 1 : 0);
  std::string rules;
  std::size_t column = titles.size();
  for (const Block& each : band.blocks) {
    const std::size_t count = each.columns.size();
    titles.push_back(fmt::format("\\multicolumn{{{}}}{{c}}{{{}}}", count, latex_escaped(title(each))));
    rules += fmt::format("\\cmidrule(lr){{{}-{}}}", column + 1, column + count);
    column += count;
  }
  return line(titles) + fmt::format("    {}\n", rules);
}

std::string head(const Sheet& sheet, const Band& band) {
  std::string text = "    \\toprule\n";
  if (std::ranges::any_of(band.blocks, [](const Block& block) { return !block.title.empty(); }))
    text += spanning_line(sheet, band, [](const Block& block) { return block.title; });
  if (sheet.has_row_titles && !sheet.column_title.empty())
    text += spanning_line(sheet, band, [&](const Block& /*unused*/) { return sheet.column_title; });
  std::vector<std::string> titles;
  if (sheet.has_row_titles) titles.push_back(latex_escaped(sheet.row_title));
  for (const Block& each : band.blocks)
    for (const PageColumn& column : each.columns) titles.push_back(latex_escaped(column.heading));
  return text + line(titles) + "    \\midrule\n";
}

std::string rows(const Sheet& sheet, const Band& band) {
  std::string text;
  for (std::size_t row = 0; row < band.titles.cells.size(); ++row) {
    std::vector<std::string> cells;
    if (sheet.has_row_titles) cells.push_back(latex_lines(band.titles.cells[row]));
    for (const Block& each : band.blocks)
      for (const PageColumn& column : each.columns) cells.push_back(cell_of(column.cells[row], column.align));
    text += line(cells);
  }
  return text;
}

// Divides bands so that letters keep a readable size; each has at least one block.
std::vector<Band> readable(const std::vector<Band>& bands, LatexTable kind) {
  const std::size_t most_columns = kind == LatexTable::column ? 9 : kind == LatexTable::page ? 24 : 16;
  std::vector<Band> all;
  for (const Band& band : bands) {
    std::size_t columns = most_columns;
    for (const Block& each : band.blocks) {
      if (columns + each.columns.size() > most_columns) {
        all.push_back({band.titles});
        columns = 0;
      }
      columns += each.columns.size();
      all.back().blocks.push_back(each);
    }
  }
  for (Band& band : all) {
    std::vector<bool> kept(band.titles.cells.size());
    for (const Block& each : band.blocks)
      for (const PageColumn& column : each.columns)
        std::transform(kept.begin(), kept.end(), column.cells.begin(), kept.begin(),
                       [](bool has, const std::string& cell) { return has || !cell.empty(); });
    keep_rows(kept, band);
  }
  return all;
}

// The caption and the label of an exhibit; queries have neither.
std::string title_lines(const Exhibit& exhibit) {
  std::string text;
  if (!exhibit.title.empty()) text += fmt::format("  \\caption{{{}}}\n", latex_lines(exhibit.title));
  if (!exhibit.name.empty()) text += fmt::format("  \\label{{tab:{}}}\n", identifier(exhibit.name, '-'));
  return text;
}

// Longtables; only the first has a numbered caption, since the exhibit has one number.
std::string long_tables(const Exhibit& exhibit, const Sheet& sheet, const std::vector<Band>& bands) {
  std::string text;
  for (const Band& band : bands) {
    std::string title = &band == &bands.front() ? title_lines(exhibit) : "";
    if (!title.empty()) title.insert(title.size() - 1, " \\\\");
    text += fmt::format("\\begin{{longtable}}{{{}}}\n{}{}    \\endhead\n    \\bottomrule\n    \\endfoot\n{}",
                        preamble(sheet, band), title, head(sheet, band), rows(sheet, band));
    text += "\\end{longtable}\n";
    if (title.empty() || exhibit.title.empty()) text += "\\addtocounter{table}{-1}\n";
  }
  if (exhibit.note.empty()) return text;
  return text + fmt::format("{{\\raggedright {}\\par\\medskip}}\n", latex_lines(exhibit.note));
}

}  // namespace

std::string render_latex(const Exhibit& exhibit, const Sheet& sheet, LatexTable kind) {
  const std::vector<Band> bands = readable(bands_of(sheet, exhibit.layout.pages_across), kind);
  if (kind == LatexTable::several_pages) return long_tables(exhibit, sheet, bands);
  const char* const environment = kind == LatexTable::page ? "table*" : "table";
  // Bands are rows of one outer table, so that all are shrunk equally.
  std::string text = fmt::format(
      "\\begin{{{}}}\n  \\centering\n{}  \\begin{{adjustbox}}{{max width=\\linewidth, max "
      "totalheight=0.7\\textheight}}\n  \\begin{{tabular}}{{@{{}}c@{{}}}}\n",
      environment, title_lines(exhibit));
  for (const Band& band : bands)
    text += fmt::format("{}  \\begin{{tabular}}{{{}}}\n{}{}    \\bottomrule\n  \\end{{tabular}}\n",
                        &band == &bands.front() ? "" : "  \\\\[\\bigskipamount]\n", preamble(sheet, band),
                        head(sheet, band), rows(sheet, band));
  text += "  \\end{tabular}\n  \\end{adjustbox}\n";
  if (!exhibit.note.empty())
    text += fmt::format("  \\par\\medskip\n  {{\\footnotesize\\raggedright {}\\par}}\n", latex_lines(exhibit.note));
  return text + fmt::format("\\end{{{}}}\n", environment);
}

}  // namespace apportion::results

// Exhibits as LaTeX tables (packages array, booktabs, longtable).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>

#include "base/text.hpp"
#include "results/tables/formats.hpp"
#include "results/tables/latex_columns.hpp"
#include "results/tables/latex_text.hpp"

namespace apportion::results {
namespace {

/// A band and how wide its columns are, that of the row titles first, at one font size.
struct Table {
  Band band;
  std::vector<LatexColumn> columns;
  std::vector<double> widths = {};

  [[nodiscard]] bool is_broken(std::size_t column) const { return widths[column] < columns[column].whole(); }
};

std::size_t first_column(const Sheet& sheet) { return sheet.has_row_titles ? 1 : 0; }

// The titles that span a block.
std::vector<std::string> spanning_titles(const Sheet& sheet, const BandBlock& block) {
  std::vector<std::string> titles;
  if (!block.caption.empty()) titles.push_back(block.caption);
  if (sheet.has_row_titles && !sheet.column_title.empty()) titles.push_back(sheet.column_title);
  return titles;
}

// LaTeX widens a block's last column where the title above the block needs more than its columns have.
void widen_for_titles(const Sheet& sheet, const BandBlock& block, std::vector<LatexColumn>& columns) {
  const auto first = columns.end() - static_cast<std::ptrdiff_t>(block.block->columns.size());
  for (const std::string& title : spanning_titles(sheet, block)) {
    double whole = latex_width(title);
    double word = latex_word_width(title);
    for (auto column = first; column != columns.end(); ++column) {
      whole -= column->whole();
      word -= column->least(0);
    }
    columns.back().widen(whole, word);
  }
}

std::vector<LatexColumn> columns_of(const Sheet& sheet, const Band& band) {
  std::vector<LatexColumn> columns;
  if (sheet.has_row_titles) {
    columns.emplace_back(sheet.row_align).add(sheet.row_title);
    for (const std::size_t row : band.rows) columns.back().add(sheet.rows[row]);
  }
  for (const BandBlock& each : band.blocks) {
    for (const PageColumn& column : each.block->columns) {
      columns.emplace_back(column.align).add(column.heading);
      for (const std::size_t row : band.rows) columns.back().add(column.cells[row]);
    }
    if (!each.block->columns.empty()) widen_for_titles(sheet, each, columns);
  }
  return columns;
}

/// Divides what is too wide into tables that stand below each other.
class Divider {
 public:
  Divider(const Sheet& sheet, double line_width) : sheet_(sheet), line_width_(line_width) {}

  void add(const Band& band) {
    Table table{band, columns_of(sheet_, band)};
    if (band.blocks.size() > 1) {
      constexpr std::size_t still_readable = 2;  // of the sizes
      if (!fitted(table.columns, latex_sizes()[still_readable], line_width_).empty())
        tables_.push_back(std::move(table));
      else
        add_halves(band);
      return;
    }
    const bool fits = !fitted(table.columns, latex_sizes().back(), line_width_).empty();
    if (fits || band.blocks.empty() || !add_columns(band)) tables_.push_back(std::move(table));
  }

  [[nodiscard]] std::vector<Table> tables() { return std::move(tables_); }

 private:
  void add_halves(const Band& band) {
    const auto middle = band.blocks.begin() + static_cast<std::ptrdiff_t>((band.blocks.size() + 1) / 2);
    add({{band.blocks.begin(), middle}, band.rows});
    add({{middle, band.blocks.end()}, band.rows});
  }

  // The columns of the only block in two halves; where rows have no titles, the words that they begin with stand in
  // both. False where it has too few of them.
  bool add_columns(const Band& band) {
    const Block& whole = *band.blocks.front().block;
    std::size_t names = 0;
    if (!sheet_.has_row_titles)
      while (names < whole.columns.size() && names < 2 && whole.columns[names].align == Align::left) ++names;
    const std::size_t others = whole.columns.size() - names;
    if (others < 2) return false;
    const std::size_t middle = names + (others + 1) / 2;
    for (const auto& [first, last] : {std::pair(names, middle), std::pair(middle, whole.columns.size())}) {
      Block& half = halves_.emplace_back(Block{whole.title, {}});
      for (std::size_t i = 0; i < whole.columns.size(); ++i)
        if (i < names || (i >= first && i < last)) half.columns.push_back(whole.columns[i]);
      add({{{&half, band.blocks.front().caption}}, band.rows});
    }
    return true;
  }

  const Sheet& sheet_;
  double line_width_;
  std::deque<Block> halves_;
  std::vector<Table> tables_;
};

// The largest font size at which all tables fit; the smallest if none does.
const LatexSize& fit(std::vector<Table>& tables, double line_width) {
  for (const LatexSize& size : latex_sizes()) {
    for (Table& table : tables) table.widths = fitted(table.columns, size, line_width);
    if (std::ranges::none_of(tables, [](const Table& table) { return table.widths.empty(); })) return size;
  }
  for (Table& table : tables)
    if (table.widths.empty())
      for (const LatexColumn& column : table.columns) table.widths.push_back(column.least(0));
  return latex_sizes().back();
}

/// Writes tables at one font size.
class Writer {
 public:
  Writer(const Sheet& sheet, const LatexSize& size, double line_width)
      : sheet_(sheet), size_(size), line_width_(line_width) {}

  [[nodiscard]] std::string preamble(const Table& table) const {
    std::string text;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const bool left = table.columns[i].align() == Align::left;
      if (table.is_broken(i))
        text += fmt::format(">{{\\{}\\arraybackslash}}p{{{}}}", left ? "raggedright" : "raggedleft",
                            length(table.widths[i]));
      else
        text += left ? 'l' : 'r';
    }
    return text;
  }

  // From the rule at the top to the one above the rows.
  [[nodiscard]] std::string head(const Table& table) const {
    const std::vector<BandBlock>& blocks = table.band.blocks;
    std::string text = "    \\toprule\n";
    if (std::ranges::any_of(blocks, [](const BandBlock& block) { return !block.caption.empty(); }))
      text += spanning_line(table, [](const BandBlock& block) { return block.caption; });
    if (sheet_.has_row_titles && !sheet_.column_title.empty())
      text += spanning_line(table, [this](const BandBlock& /*unused*/) { return sheet_.column_title; });
    std::vector<std::string> titles;
    if (sheet_.has_row_titles) titles.push_back(sheet_.row_title);
    for (const BandBlock& each : blocks)
      for (const PageColumn& column : each.block->columns) titles.push_back(column.heading);
    for (std::size_t i = 0; i < titles.size(); ++i)
      titles[i] = table.is_broken(i) ? latex_broken(titles[i]) : latex_escaped(titles[i]);
    return text + line(titles) + "    \\midrule\n";
  }

  [[nodiscard]] std::string rows(const Table& table) const {
    std::string text;
    for (const std::size_t row : table.band.rows) {
      std::vector<std::string> cells;
      if (sheet_.has_row_titles)
        cells.push_back(table.is_broken(0) ? latex_broken(sheet_.rows[row]) : latex_escaped(sheet_.rows[row]));
      for (const BandBlock& each : table.band.blocks)
        for (const PageColumn& column : each.block->columns) {
          const std::string& content = column.cells[row];
          const bool words = table.is_broken(cells.size()) && column.align == Align::left && !content.empty();
          cells.push_back(words ? latex_broken(content) : latex_cell(content, column.align));
        }
      text += line(cells);
    }
    return text;
  }

  // Of the rows and what is above them, estimated.
  [[nodiscard]] double height(const Table& table) const {
    constexpr double lines_of_head = 5;
    double lines = lines_of_head;
    for (const std::size_t row : table.band.rows) lines += lines_of(table, row);
    return lines * size_.line;
  }

 private:
  [[nodiscard]] std::string length(double width) const {
    return fmt::format("{:.3f}\\linewidth", width * size_.scale / line_width_);
  }

  // A bracket or an asterisk at the start of a line would belong to the end of the one before.
  static std::string line(const std::vector<std::string>& cells) {
    const bool taken = cells.front().starts_with('[') || cells.front().starts_with('*');
    return fmt::format("    {}{} \\\\\n", taken ? "{}" : "", fmt::join(cells, " & "));
  }

  // A line with `title(block)` centred over each block, and rules below.
  template <typename Title>
  std::string spanning_line(const Table& table, Title title) const {
    std::vector<std::string> titles(first_column(sheet_));
    std::string rules;
    std::size_t column = first_column(sheet_);
    for (const BandBlock& each : table.band.blocks) {
      const std::size_t count = each.block->columns.size();
      titles.push_back(
          fmt::format("\\multicolumn{{{}}}{{c}}{{{}}}", count, spanning(table, column, count, title(each))));
      rules += fmt::format("\\cmidrule(lr){{{}-{}}}", column + 1, column + count);
      column += count;
    }
    return line(titles) + fmt::format("    {}\n", rules);
  }

  // In several lines where it is wider than its columns.
  [[nodiscard]] std::string spanning(const Table& table, std::size_t first, std::size_t count,
                                     const std::string& title) const {
    double width = 2 * size_.blank * static_cast<double>(count - 1) / size_.scale;
    for (std::size_t i = first; i < first + count; ++i) width += table.widths[i];
    if (latex_width(title) <= width + 1) return latex_escaped(title);
    return fmt::format("\\parbox[b]{{{}}}{{\\centering {}}}", length(width), latex_broken(title));
  }

  [[nodiscard]] double lines_of(const Table& table, std::size_t row) const {
    constexpr double ragged = 1.15;
    double most = 1;
    std::size_t i = 0;
    const auto look_at = [&](const std::string& text) {
      if (table.is_broken(i)) most = std::max(most, std::ceil(ragged * latex_width(text) / table.widths[i]));
      ++i;
    };
    if (sheet_.has_row_titles) look_at(sheet_.rows[row]);
    for (const BandBlock& each : table.band.blocks)
      for (const PageColumn& column : each.block->columns) look_at(column.cells[row]);
    return most;
  }

  const Sheet& sheet_;
  const LatexSize& size_;
  double line_width_;
};

// The caption and the label of an exhibit; queries have neither.
std::vector<std::string> title_lines(const Exhibit& exhibit) {
  std::vector<std::string> lines;
  if (!exhibit.title.empty()) lines.push_back(fmt::format("  \\caption{{{}}}", latex_escaped(exhibit.title)));
  if (!exhibit.name.empty()) lines.push_back(fmt::format("  \\label{{tab:{}}}", identifier(exhibit.name, '-')));
  return lines;
}

std::string size_setting(const LatexSize& size) {
  if (*size.command == 0) return "";
  return fmt::format("  {}\\setlength{{\\tabcolsep}}{{{}pt}}\n", size.command, size.blank);
}

std::string one_float(const Exhibit& exhibit, const std::vector<Table>& tables, const Writer& writer,
                      const LatexSize& size) {
  std::string text = "\\begin{table}\n  \\centering\n";
  for (const std::string& each : title_lines(exhibit)) text += each + "\n";
  text += size_setting(size);
  for (const Table& table : tables) {
    if (&table != &tables.front()) text += "  \\par\\medskip\n";
    text += fmt::format("  \\begin{{tabular}}{{{}}}\n{}{}    \\bottomrule\n  \\end{{tabular}}\n",
                        writer.preamble(table), writer.head(table), writer.rows(table));
  }
  if (!exhibit.note.empty()) text += fmt::format("  \\par\\medskip\n  {}\n", latex_escaped(exhibit.note));
  return text + "\\end{table}\n";
}

// Tables that go on over several pages. Each would take a number, of which the exhibit has one.
std::string long_tables(const Exhibit& exhibit, const std::vector<Table>& tables, const Writer& writer,
                        const LatexSize& size) {
  std::string text = "\\begingroup\n" + size_setting(size);
  for (const Table& table : tables) {
    const bool first = &table == &tables.front();
    text += fmt::format("  \\begin{{longtable}}{{{}}}\n", writer.preamble(table));
    const std::vector<std::string> titles = title_lines(exhibit);
    if (first && !titles.empty()) {
      for (const std::string& each : titles) text += "  " + each + (&each == &titles.back() ? " \\\\\n" : "\n");
      text += writer.head(table) + "    \\endfirsthead\n";
    }
    text += fmt::format("{}    \\endhead\n    \\bottomrule\n    \\endfoot\n{}  \\end{{longtable}}\n",
                        writer.head(table), writer.rows(table));
    if (!first || exhibit.title.empty()) text += "  \\addtocounter{table}{-1}\n";
  }
  text += "\\endgroup\n";
  if (!exhibit.note.empty())
    text += fmt::format("{{\\sloppy\\noindent {}\\par\\medskip}}\n", latex_escaped(exhibit.note));
  return text;
}

}  // namespace

std::string render_latex(const Exhibit& exhibit, const Sheet& sheet, double line_width) {
  constexpr double page = 430;  // of the height of an article's page, what caption and note leave
  Divider divider(sheet, line_width);
  for (const Band& band : bands_of(sheet, exhibit.layout.pages_across)) divider.add(band);
  std::vector<Table> tables = divider.tables();
  const LatexSize& size = fit(tables, line_width);
  const Writer writer(sheet, size, line_width);
  double height = 12 * latex_width(exhibit.note) / line_width;
  for (const Table& table : tables) height += writer.height(table);
  return height > page ? long_tables(exhibit, tables, writer, size) : one_float(exhibit, tables, writer, size);
}

}  // namespace apportion::results

// Exhibits as LaTeX: the widths of columns, texts as cells, and the tables that they make.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "results/tables/formats.hpp"
#include "results/tables/pivot.hpp"

namespace apportion::results {
namespace {

// What a column holds. Lengths are in TeX's points, widths are of Computer Modern at 10 points, and estimates.
class LatexColumn {
 public:
  explicit LatexColumn(Align align) : align_(align) {}

  void add(std::string_view text);
  // A title above several columns is wider than these by so much, and its widest word by so much.
  void widen(double whole, double word);

  [[nodiscard]] Align align() const { return align_; }
  [[nodiscard]] double whole() const { return whole_; }  // in one line
  // As narrow as it may be: the widest word, or `readable` for a text that is wider.
  [[nodiscard]] double least(double readable) const;

 private:
  Align align_;
  double whole_ = 0;
  double word_ = 0;
};

// A font size and what depends on it.
struct LatexSize {
  const char* command;  // "" for the document's own
  double scale;         // of the characters' widths
  double blank;         // beside a column, \tabcolsep
  double line;          // from line to line
  double readable;      // no text is broken to be narrower: columns of one word per line cannot be read
};

// What a minus sign, as which a hyphen at the beginning is written, is wider.
constexpr double minus_over_hyphen = 4.2;

// The error of the estimates.
constexpr double usable_part = 0.98;

constexpr std::array<double, 26> small_letters{5.0, 5.6, 4.4, 5.6, 4.4, 3.1, 5.0, 5.6, 2.8, 3.1, 5.3, 2.8, 8.3,
                                               5.6, 5.0, 5.6, 5.3, 3.9, 3.9, 3.9, 5.6, 5.3, 7.2, 5.3, 5.3, 4.4};

double width_of(char letter) {
  if (letter >= 'a' && letter <= 'z') return small_letters.at(static_cast<std::size_t>(letter - 'a'));
  if (letter >= 'A' && letter <= 'Z') return letter == 'M' || letter == 'W' ? 9.8 : 7.4;
  if (std::string_view(".,:;'!|").find(letter) != std::string_view::npos) return 2.8;
  if (std::string_view(" -()[]").find(letter) != std::string_view::npos) return 3.6;
  if (std::string_view("<>=+%&@~").find(letter) != std::string_view::npos) return 8;
  // The bytes of one letter beyond ASCII: the first counts for all.
  const auto byte = static_cast<unsigned char>(letter);
  if (byte >= 0xC0) return 8;
  return byte >= 0x80 ? 0 : 5.1;
}

double width_at(const LatexColumn& column, double limit, const LatexSize& size) {
  return std::min(column.whole(), std::max(column.least(size.readable), limit));
}

double sum_at(const std::vector<LatexColumn>& columns, double limit, const LatexSize& size) {
  double sum = 0;
  for (const LatexColumn& column : columns) sum += width_at(column, limit, size);
  return sum;
}

// Whether a line may end within a word: after a comma, a hyphen and their like. A blank ends words anyway.
bool breaks_behind(std::string_view text, std::size_t position) {
  if (position + 1 >= text.size() || text[position + 1] == ' ') return false;
  if (text[position] == '-') return position > 0 && text[position - 1] != '-' && text[position + 1] >= 'a';
  return std::string_view(",;/=").find(text[position]) != std::string_view::npos;
}

double latex_width(std::string_view text) {
  double width = text.starts_with('-') ? minus_over_hyphen : 0;
  for (const char letter : text) width += width_of(letter);
  return width;
}

double latex_word_width(std::string_view text) {
  double widest = 0;
  double width = text.starts_with('-') ? minus_over_hyphen : 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    width = text[i] == ' ' ? 0 : width + width_of(text[i]);
    widest = std::max(widest, width);
    if (breaks_behind(text, i)) width = 0;
  }
  return widest;
}

void LatexColumn::add(std::string_view text) {
  whole_ = std::max(whole_, latex_width(text));
  word_ = std::max(word_, latex_word_width(text));
}

void LatexColumn::widen(double whole, double word) {
  whole_ += std::max(whole, 0.0);
  word_ += std::max(word, 0.0);
}

double LatexColumn::least(double readable) const {
  return std::min(whole_, align_ == Align::left ? std::max(word_, readable) : word_);
}

// What is tried, one after the other: from the document's own down to the smallest.
const std::vector<LatexSize>& latex_sizes() {
  static const std::vector<LatexSize> sizes{{"", 1, 6, 12, 60},
                                            {"\\small", 0.925, 4, 11, 60},
                                            {"\\footnotesize", 0.85, 3, 9.5, 60},
                                            {"\\footnotesize", 0.85, 3, 9.5, 40},
                                            {"\\scriptsize", 0.8, 2, 8, 40},
                                            {"\\scriptsize", 0.8, 2, 8, 0},
                                            {"\\tiny", 0.68, 1.5, 6, 40},
                                            {"\\tiny", 0.68, 1.5, 6, 0}};
  return sizes;
}

// The columns' widths at the font size, which are below whole() where a column must be broken; empty where they do
// not fit into lines of that width at all.
std::vector<double> fitted(const std::vector<LatexColumn>& columns, const LatexSize& size, double line_width) {
  const double blanks = 2 * size.blank * static_cast<double>(columns.size());
  const double room = (usable_part * line_width - blanks) / size.scale;
  if (sum_at(columns, 0, size) > room) return {};
  // The width above which columns are broken, as large as it may be.
  double fits = 0;
  double too_wide = 1;
  for (const LatexColumn& column : columns) too_wide = std::max(too_wide, column.whole() + 1);
  if (sum_at(columns, too_wide, size) <= room) fits = too_wide;
  while (too_wide - fits > 0.1) {
    const double middle = (fits + too_wide) / 2;
    (sum_at(columns, middle, size) <= room ? fits : too_wide) = middle;
  }
  std::vector<double> widths;
  for (const LatexColumn& column : columns) widths.push_back(width_at(column, fits, size));
  return widths;
}

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

// Two of these would become another character, such as a dash.
bool is_ligature(std::string_view text) {
  return text.size() > 1 && text[0] == text[1] && std::string_view("-',`").find(text[0]) != std::string_view::npos;
}

// The text with every character that LaTeX would interpret escaped; two of them never join to a dash or a quote.
std::string latex_escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const bool ligature = is_ligature(text);
    const auto* const found =
        std::ranges::find_if(escapes, [&](const auto& escape) { return text.starts_with(escape.first); });
    const bool special = found != escapes.end();
    const std::size_t length = special ? found->first.size() : 1;
    result += special ? found->second : text.substr(0, 1);
    if (ligature) result += "{}";
    text.remove_prefix(length);
  }
  return result;
}

// A cell: "-" where it is empty, and in columns aligned to the right a minus sign for the hyphen before a number.
std::string latex_cell(const std::string& text, Align align) {
  if (text.empty()) return "-";
  // A hyphen before a digit is a minus sign.
  if (align == Align::right && text.starts_with('-')) return "$-$" + latex_escaped(text.substr(1));
  return latex_escaped(text);
}

// The text, escaped, for a column that is broken into lines: words may be broken as well, where breaks_behind() says.
std::string latex_broken(std::string_view text) {
  std::string result;
  std::size_t start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!breaks_behind(text, i)) continue;
    result += latex_escaped(text.substr(start, i + 1 - start)) + "\\allowbreak{}";
    start = i + 1;
  }
  return result + latex_escaped(text.substr(start));
}

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

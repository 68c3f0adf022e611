// Widths of the columns of LaTeX tables.
#include "results/tables/latex_columns.hpp"

#include <algorithm>
#include <array>

namespace apportion::results {
namespace {

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

}  // namespace

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

}  // namespace apportion::results

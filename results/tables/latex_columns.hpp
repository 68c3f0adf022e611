// The widths of a LaTeX table's columns, and which of them must be broken into lines to stay on the page.
#pragma once

#include <string_view>
#include <vector>

#include "results/tables/pivot.hpp"

namespace apportion::results {

/// The width of an article's lines, for which tables are made unless another one is asked for. Like all lengths here in
/// TeX's points.
inline constexpr double latex_line_width = 345;

/// What a column holds. Widths are of Computer Modern at 10 points, and estimates.
class LatexColumn {
 public:
  explicit LatexColumn(Align align) : align_(align) {}

  void add(std::string_view text);
  /// A title above several columns is wider than these by so much, and its widest word by so much.
  void widen(double whole, double word);

  [[nodiscard]] Align align() const { return align_; }
  [[nodiscard]] double whole() const { return whole_; }  ///< in one line
  /// As narrow as it may be: the widest word, or `readable` for a text that is wider.
  [[nodiscard]] double least(double readable) const;

 private:
  Align align_;
  double whole_ = 0;
  double word_ = 0;
};

/// A font size and what depends on it.
struct LatexSize {
  const char* command;  ///< "" for the document's own
  double scale;         ///< of the characters' widths
  double blank;         ///< beside a column, \tabcolsep
  double line;          ///< from line to line
  double readable;      ///< no text is broken to be narrower: columns of one word per line cannot be read
};

/// What is tried, one after the other: from the document's own down to the smallest.
[[nodiscard]] const std::vector<LatexSize>& latex_sizes();

/// The columns' widths at the font size, which are below whole() where a column must be broken; empty where they do
/// not fit into lines of that width at all.
[[nodiscard]] std::vector<double> fitted(const std::vector<LatexColumn>& columns, const LatexSize& size,
                                         double line_width);

[[nodiscard]] double latex_width(std::string_view text);
[[nodiscard]] double latex_word_width(std::string_view text);

/// Whether a line may end within a word: after a comma, a hyphen and their like. A blank ends words anyway.
[[nodiscard]] bool breaks_behind(std::string_view text, std::size_t position);

}  // namespace apportion::results

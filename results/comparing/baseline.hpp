// Baselines: accepted numbers and verdicts as text files that a version control system can compare.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "results/comparing/series.hpp"
#include "results/verdict.hpp"

namespace apportion::results {

/// The accepted numbers of one reference grid: every sample of every column at every point.
struct Baseline {
  std::string experiment;
  std::int64_t seed = 0;
  std::string definition;  ///< revisions of sampler and metrics
  std::vector<std::string> axes;
  SeriesSet series;  ///< of single samples only
};

/// The verdict on a row of an exhibit. The stance comes from the exhibit and is not in files.
struct Verdict {
  std::string exhibit;  ///< such as kaddoura/table7
  std::string row;      ///< "array=1000 x 5000 ratio=4 processors=10"
  std::string verdict;  ///< "exact", "differs", ...
  Stance stance = Stance::asserted;
  auto operator<=>(const Verdict&) const = default;
};

/// A comment, the names of the columns, a line for each sample of an algorithm or pair in the order of point, sample,
/// algorithm and rival, and a last line with the number of rows. Each metric has a column, empty if there is no number;
/// numbers have the shortest text that reads back as the same number.
[[nodiscard]] std::string to_text(const Baseline& baseline);

/// As above, for verdicts.
[[nodiscard]] std::string to_text(const std::vector<Verdict>& verdicts);

/// Reads what to_text() wrote. Throws ForeignFile, with `file` and line, if the text is truncated, out of order, or
/// otherwise different.
[[nodiscard]] Baseline parse_baseline(std::string_view file, std::string_view text);
[[nodiscard]] std::vector<Verdict> parse_verdicts(std::string_view file, std::string_view text);

/// A verdict that has changed; "" if one side has no such row.
struct VerdictChange {
  Change change = Change::changed;
  std::string exhibit;
  std::string row;
  std::string older;
  std::string newer;
};

/// The rows that differ, worst first: a verdict is worse if it agrees less with the paper by the scale of verdict.hpp
/// and the stance of `newer`. If the scale does not decide, it is `changed`.
[[nodiscard]] std::vector<VerdictChange> compare(const std::vector<Verdict>& older, const std::vector<Verdict>& newer);

}  // namespace apportion::results

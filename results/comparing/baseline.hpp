// Baselines: accepted numbers and verdicts as text files that a version control system can compare.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "results/comparing/paired_samples.hpp"
#include "results/judge.hpp"

namespace apportion::results {

/// An exhibit's verdict on one of its rows. The stance is the exhibit's: no file has it.
struct Verdict {
  std::string exhibit;  ///< such as kaddoura/table7
  std::string row;      ///< "array=1000 x 5000 ratio=4 processors=10"
  std::string verdict;  ///< "exact", "differs", ...
  Stance stance = Stance::asserted;
  auto operator<=>(const Verdict&) const = default;
};

/// A comment, the columns' names, a line for each sample of an algorithm or pair in the order of point, sample,
/// algorithm and rival, with a column for each metric, empty where it has no number; a last line counts the rows.
/// Values are spelled by the shortest text that reads back as the same number. Only samples are written.
[[nodiscard]] std::string to_text(const StudyNumbers& numbers);

/// As above, for verdicts.
[[nodiscard]] std::string to_text(const std::vector<Verdict>& verdicts);

/// Reads what to_text() wrote. InputError, with the line, for a text that is cut off or malformed, or whose samples do
/// not ascend.
[[nodiscard]] StudyNumbers parse_baseline(std::string_view text);
[[nodiscard]] std::vector<Verdict> parse_verdicts(std::string_view text);

/// The rows that differ, each as "verdict of EXHIBIT at ROW: OLD -> NEW", or with the verdict of the only side: a
/// verdict is worse if it agrees less with the paper by the scale of judge.hpp and the stance of `newer`. If the scale
/// does not decide, it is `changed`.
[[nodiscard]] std::multimap<Change, std::string> compare(const std::vector<Verdict>& older,
                                                         const std::vector<Verdict>& newer);

}  // namespace apportion::results

// Reports of changed numbers and verdicts: for readers, and for continuous integration.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/cli/arguments.hpp"
#include "results/comparing/series.hpp"

namespace apportion::cli {

/// One line of a report.
struct Finding {
  std::string word;     ///< "worse", "changed", "lost", "better", "new", "failed", "not reproducible"
  std::string subject;  ///< a grid, a sweep file, or a study
  std::string text;
  std::string command = {};                                     ///< shows it; "": there is no such command
  std::optional<results::MetricChange> numbers = std::nullopt;  ///< the underlying change
  /// Whether it is worse than before, or prevents the comparison.
  bool is_worse = false;
};

/// Findings about subjects, each added to the last subject.
struct ChangeReport {
  std::string command;  ///< "check", "compare"
  std::vector<std::string> subjects = {};
  std::vector<Finding> findings = {};
  std::vector<std::string> notes = {};  ///< advice about the whole report
  std::string scope = {};               ///< "1 reference grid, 20 numbers, 5 verdicts": begins the last line
  std::string nothing = {};             ///< ends it if there are no findings: "all as accepted"

  void add(std::string_view word, std::string text, bool is_worse = true);
  /// A change: its numbers over all points, and the worst place.
  Finding& add(const results::MetricChange& change);
};

/// The options --only, --tolerance and --format of `check` and `compare`.
[[nodiscard]] std::vector<OptionDeclaration> change_options();

/// The value of --tolerance: "1%" or "0.01"; usual_tolerance by default. InputError if it is not a share.
[[nodiscard]] double tolerance_asked(const Arguments& arguments);

/// Filters the report by --only, and renders it in --format.
[[nodiscard]] std::string rendered(ChangeReport& report, const Arguments& arguments);

}  // namespace apportion::cli

// What became of numbers and verdicts, as a report: lines for a reader, and what continuous integration reads.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/cli/arguments.hpp"
#include "results/comparing/series.hpp"

namespace apportion::cli {

/// One line of a report.
struct Finding {
  std::string word;     ///< "worse", "changed", "lost", "better", "new", "failed", "not reproducible"
  std::string subject;  ///< a grid, a sweep file, or a study
  std::string text;
  std::string command = {};                                     ///< that shows it; "": none
  std::optional<results::MetricChange> numbers = std::nullopt;  ///< what is behind it
  /// Whether it is worse than before, or stands in the way of seeing that.
  bool is_worse = false;
};

struct ChangeReport {
  std::string command;  ///< "check", "compare"
  std::vector<std::string> subjects = {};
  std::vector<Finding> findings = {};
  std::vector<std::string> notes = {};  ///< advice that belongs to no line
  std::string scope = {};               ///< "1 reference grid, 20 numbers, 5 verdicts": begins the last line
  std::string nothing = {};             ///< ends it where there is no finding: "all as accepted"
};

/// --only, --tolerance and --format, as `check` and `compare` have them.
[[nodiscard]] std::vector<OptionDeclaration> change_options();

/// Of --tolerance: "1%" or ".01"; usual_tolerance without it. InputError for what is no share.
[[nodiscard]] double tolerance_asked(const Arguments& arguments);

/// The finding of a change: its numbers over all points, and the worst place.
[[nodiscard]] Finding finding_of(const std::string& subject, const results::MetricChange& change);

/// Leaves what --only asks for, and renders it as --format says.
[[nodiscard]] std::string rendered(ChangeReport& report, const Arguments& arguments);

}  // namespace apportion::cli

// Reports of changed numbers and verdicts, for readers and for continuous integration, and the changes of a reference
// grid.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/cli/arguments.hpp"
#include "experiments/engine/experiment.hpp"
#include "experiments/engine/reference.hpp"
#include "results/comparing/paired_samples.hpp"

namespace apportion::cli {

/// One line of a report.
struct Finding {
  std::string word;     ///< "worse", "changed", "lost", "better", "new", "failed", "not reproducible"
  std::string subject;  ///< a grid, a sweep file, or a study
  std::string text;
  bool is_worse = false;             ///< than before, or prevents the comparison
  std::string command = {};          ///< shows it; "": there is no such command
  results::Difference numbers = {};  ///< the underlying change; Change::same: there is none
};

/// Findings about subjects, each added to the last subject.
struct ChangeReport {
  std::string command;  ///< "check", "compare"
  std::vector<std::string> subjects = {};
  std::vector<Finding> findings = {};
  std::vector<std::string> notes = {};  ///< advice about the whole report
  std::string scope = {};               ///< "1 reference grid, 20 numbers, 5 verdicts": begins the last line
  std::string nothing = {};             ///< ends it if there are no findings: "all as accepted"

  Finding& add(std::string_view word, std::string text, bool is_worse = true);
  Finding& add(results::Change change, std::string text) {
    return add(name_of(change), std::move(text), results::is_worse(change));
  }
};

/// The options --only, --tolerance and --format of `check` and `compare`.
[[nodiscard]] std::vector<OptionDeclaration> change_options();

/// Filters the report by --only, and renders it in --format.
[[nodiscard]] std::string rendered(ChangeReport& report, const Arguments& arguments);

/// A reference grid, or a sweep file as one, with its baseline.
struct CheckedGrid {
  engine::ReferenceGrid grid;
  engine::Experiment experiment;
  std::filesystem::path numbers = {};           ///< the file with accepted numbers
  std::filesystem::path verdicts = {};          ///< and with accepted verdicts
  engine::ReferenceResult accepted = {};        ///< the content of the files; without a definition, of none
  std::vector<results::Exhibit> exhibits = {};  ///< give the verdicts of a sweep
};

/// Adds the grid as a subject to the report, with the differences from the accepted results: failures, verdicts, and
/// each metric of an algorithm with the command that replays its worst sample. With an unchanged revision that sample
/// is solved once more: another result, or a failure, means that the algorithm is not reproducible. A sweep is not
/// compared with the baseline of another study or seed, which is a finding; of different numbers of samples the common
/// ones count.
void add_findings(const CheckedGrid& checked, engine::ReferenceResult now, double tolerance, ChangeReport& report);

}  // namespace apportion::cli

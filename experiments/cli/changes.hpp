// Reports of changed numbers and verdicts, for readers and for continuous integration.
#pragma once

#include <string>
#include <string_view>
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
  results::Difference numbers = {};  ///< the change that it reports; Change::same if it has no numbers
};

/// Findings about subjects, each added to the last subject.
struct ChangeReport {
  std::string command;  ///< "check", "compare"
  std::vector<std::string> subjects = {};
  std::vector<Finding> findings = {};
  std::vector<std::string> notes = {};  ///< advice about the whole report
  std::string scope = {};               ///< "1 grid, 20 numbers, 5 verdicts": begins the last line
  std::string nothing = {};             ///< ends it if there are no findings: "all as accepted"

  Finding& add(std::string_view word, const std::string& text, bool is_worse = true) {
    return findings.emplace_back(Finding{std::string(word), subjects.back(), text, is_worse});
  }
  Finding& add(results::Change change, const std::string& text) {
    return add(name_of(change), text, results::is_worse(change));
  }
};

/// A command's own options, and --only, --tolerance and --format.
[[nodiscard]] std::vector<OptionDeclaration> change_options(std::vector<OptionDeclaration> own = {});

/// Filters the report by --only, and renders it in --format.
[[nodiscard]] std::string rendered(ChangeReport& report, const Arguments& arguments);

/// A reference grid, or a sweep file as one, with its baseline.
struct CheckedGrid {
  engine::ReferenceGrid grid;
  engine::Experiment experiment;
  std::vector<results::Exhibit> exhibits = {};  ///< give the verdicts
  std::string numbers = {};                     ///< the file with accepted numbers
  std::string verdicts = {};                    ///< and with accepted verdicts
  engine::ReferenceResult accepted = {};        ///< the content of the files; without a definition, of none
};

/// Adds the grid as a subject, with its differences from the accepted results: failures, verdicts, and each metric of
/// an algorithm with the command that replays its worst sample. The worst of an algorithm at an unchanged revision is
/// solved again: another result, or a failure, means that the algorithm is not reproducible. A baseline of another
/// study, seed or definition is one finding; of different numbers of samples the common ones count.
void add_findings(const CheckedGrid& checked, engine::ReferenceResult now, double tolerance, ChangeReport& report);

}  // namespace apportion::cli

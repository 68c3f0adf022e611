// Baselines, those of reference grids and those beside users' sweep files: read, compared, told of and written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/experiment.hpp"
#include "experiments/engine/reference.hpp"
#include "experiments/sweeps/paper_folder.hpp"
#include "results/comparing/baseline.hpp"

namespace apportion::cli {

/// The accepted side of a reference grid; a part is absent where there is no file.
struct AcceptedGrid {
  std::optional<results::Baseline> numbers;
  std::optional<std::vector<results::Verdict>> verdicts;
};

/// One reference grid, accepted against now.
struct GridReport {
  engine::ReferenceGrid grid;
  std::string old_definition = {};  ///< "" where there is no baseline
  std::string new_definition = {};
  std::size_t numbers = 0;  ///< that there are now
  std::size_t verdicts = 0;
  std::vector<results::Difference> differences = {};  ///< worst first; empty where the definitions differ
  std::vector<results::VerdictChange> verdict_changes = {};
  std::vector<std::string> failures = {};
  std::vector<std::string> remarks = {};  ///< why less than all is compared

  [[nodiscard]] bool redefined() const { return !old_definition.empty() && old_definition != new_definition; }
  [[nodiscard]] bool is_as_accepted() const {
    return !redefined() && differences.empty() && verdict_changes.empty() && failures.empty() && remarks.empty();
  }
};

[[nodiscard]] GridReport grid_report(const engine::ReferenceGrid& grid, const AcceptedGrid& accepted,
                                     const engine::ReferenceResult& now);

/// What is not as accepted, by grid: verdicts first, then differences grouped by algorithm and metric with the first
/// few points, each with the command that replays its first sample that differs; last a line that counts all.
[[nodiscard]] std::string check_text(const std::vector<GridReport>& reports);

/// A reference grid, or a sweep file as one, with its baseline.
struct CheckedGrid {
  engine::ReferenceGrid grid;
  engine::Experiment experiment;
  std::filesystem::path numbers;                    ///< the file with accepted numbers
  std::filesystem::path verdicts = {};              ///< and with accepted verdicts
  AcceptedGrid accepted = {};                       ///< what the files hold
  std::vector<results::Exhibit> own_exhibits = {};  ///< that give the verdicts of a sweep
};

/// A grid of the catalogue with its files in a folder. ForeignFile for one that cannot be read.
[[nodiscard]] CheckedGrid checked_grid(const std::filesystem::path& folder, const engine::ReferenceGrid& grid);

/// A study of a sweep FILE.ini, or of a paper's folder, with FILE.baseline.csv beside its file, and FILE.verdicts.csv
/// where an exhibit judges it. Solved are so many samples of a point: `samples`, else (0) as many as the baseline has,
/// else those of the file, at most 20.
///
/// InputError for more than half a million numbers, and where there is no baseline, unless one is about to be written
/// (`update`); ForeignFile for a baseline that cannot be read.
[[nodiscard]] CheckedGrid checked_sweep(const sweeps::Paper& paper, const engine::Experiment& study,
                                        std::int64_t samples, bool update);

/// The grid as it is against its baseline. A sweep is not compared with the baseline of another study or seed, and of
/// different numbers of samples the first that both have are; the report's remarks say so.
[[nodiscard]] GridReport report_of(const CheckedGrid& checked, const engine::ReferenceResult& now);

/// Writes the baseline: the files whose text changes, so that the times of the others stay.
void accept(const CheckedGrid& checked, const engine::ReferenceResult& now);

/// Files of the folder that are baselines of no reference grid, sorted.
[[nodiscard]] std::vector<std::filesystem::path> stray_baselines(const std::filesystem::path& folder);

}  // namespace apportion::cli

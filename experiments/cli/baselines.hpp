// Baselines of reference grids and of users' sweep files: reading, comparison and writing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "experiments/cli/changes.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/experiment.hpp"
#include "experiments/engine/reference.hpp"
#include "experiments/sweeps/paper_folder.hpp"
#include "results/comparing/baseline.hpp"

namespace apportion::cli {

/// The accepted results of a reference grid; a part is absent if it has no file.
struct AcceptedGrid {
  std::optional<results::StudyNumbers> numbers;
  std::optional<std::vector<results::Verdict>> verdicts;
};

/// A reference grid, or a sweep file as one, with its baseline.
struct CheckedGrid {
  engine::ReferenceGrid grid;
  engine::Experiment experiment;
  std::filesystem::path numbers;                    ///< the file with accepted numbers
  std::filesystem::path verdicts = {};              ///< and with accepted verdicts
  AcceptedGrid accepted = {};                       ///< the content of the files
  std::vector<results::Exhibit> own_exhibits = {};  ///< give the verdicts of a sweep
};

/// A grid of the catalogue with its files in the folder of baselines, or in that of the extension that has them:
/// extensions/NAME/baselines beside results/baselines. ForeignFile if one cannot be read.
[[nodiscard]] CheckedGrid checked_grid(const std::filesystem::path& baselines, const engine::ReferenceGrid& grid);

/// A study of a sweep FILE.ini, or of a paper's folder, with FILE.baseline.csv beside its file, and FILE.verdicts.csv
/// if an exhibit judges it. The number of samples per point is `samples`; if 0, that of the baseline, else of the file,
/// at most 20.
///
/// InputError if there is no baseline, unless one is about to be written (`update`); ForeignFile for a baseline that
/// cannot be read.
[[nodiscard]] CheckedGrid checked_sweep(const sweeps::Paper& paper, const engine::Experiment& study,
                                        std::int64_t samples, bool update);

/// Adds the grid as a subject to the report, with the differences from the accepted results: failures, verdicts, and
/// each metric of an algorithm with the command that replays its worst sample. With an unchanged revision that sample
/// is solved once more: another result, or a failure, means that the algorithm is not reproducible. A sweep is not
/// compared with the baseline of another study or seed, which is a finding; of different numbers of samples the common
/// ones count.
void add_findings(const CheckedGrid& checked, engine::ReferenceResult now, double tolerance, ChangeReport& report);

/// Writes the baseline. Files with unchanged text keep their times.
void accept(const CheckedGrid& checked, const engine::ReferenceResult& now);

/// Files of the folder that are baselines of no reference grid, sorted.
[[nodiscard]] std::vector<std::filesystem::path> stray_baselines(const std::filesystem::path& folder);

}  // namespace apportion::cli

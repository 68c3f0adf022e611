// Reference grids: small parts of the experiments, whose current numbers are compared with accepted ones.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "experiments/engine/runner.hpp"
#include "results/comparing/baseline.hpp"
#include "results/exhibit.hpp"

namespace apportion::engine {

/// A part of an experiment's grid.
struct ReferenceGrid {
  std::string name;        ///< of its baselines, NAME.csv and NAME.verdicts.csv
  std::string experiment;  ///< such as kaddoura/grid
  /// Keeps samples if every number is stored. Otherwise the grid is used only for its verdicts, and may be large.
  RunRequest request = {.keep_samples = true};
  /// Exhibits of this experiment whose verdicts the grid can give: those with a column `verdict`, or with `ours` beside
  /// `printed`.
  std::vector<std::string> verdicts = {};
  /// By algorithm (named without options): metrics that are not compared, since they may differ between machines.
  std::map<std::string, std::vector<std::string>> uncompared = {};
};

/// The current results of the grid, or the accepted ones.
struct ReferenceResult {
  results::StudyNumbers numbers = {};
  std::vector<results::Verdict> verdicts = {};
  RunReport run = {};  ///< with failures, and where a user's program gave no answer, so that numbers are missing
};

/// Runs the grid into the database `file`, which must not exist, and reads the results, with the exhibits' verdicts.
[[nodiscard]] ReferenceResult run_reference(const ReferenceGrid& grid, const Experiment& experiment,
                                            const std::vector<results::Exhibit>& exhibits, const RunSettings& settings,
                                            const std::filesystem::path& file);

}  // namespace apportion::engine

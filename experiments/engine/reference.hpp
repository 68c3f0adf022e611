// Reference grids: small parts of the experiments, whose current numbers are compared with accepted ones.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "results/comparing/baseline.hpp"
#include "results/exhibit.hpp"
#include "sim/random_stream.hpp"

namespace apportion::engine {

struct Experiment;
struct RunSettings;

/// A part of an experiment's grid. What is left out is the experiment's default.
struct ReferenceGrid {
  std::string name;                              ///< of its baselines, NAME.csv and NAME.verdicts.csv
  std::string experiment;                        ///< such as kaddoura/grid
  std::map<std::string, std::string> axes = {};  ///< name -> comma-separated values
  std::int64_t samples = 0;
  std::vector<std::string> algorithms = {};
  /// Whether every number is stored. Otherwise the grid is used only for its verdicts, and may be large.
  bool keeps_numbers = true;
  /// Exhibits of this experiment whose verdicts the grid can give: those with a column `verdict`, or with `ours` beside
  /// `printed`.
  std::vector<std::string> verdicts = {};
  /// By algorithm (named without options): metrics that are not compared, since they may differ between machines.
  std::map<std::string, std::vector<std::string>> uncompared = {};
  std::uint64_t seed = default_seed;
};

/// The current results of the grid, or the accepted ones.
struct ReferenceResult {
  results::StudyNumbers numbers = {};
  std::vector<results::Verdict> verdicts = {};
  std::vector<std::string> failures = {};  ///< one per line
  bool unanswered = false;                 ///< a user's program gave no answer, so that numbers are missing
};

/// The accepted results in those of the two files that exist. ForeignFile if one cannot be read.
[[nodiscard]] ReferenceResult accepted_result(const std::filesystem::path& numbers,
                                              const std::filesystem::path& verdicts);

/// Runs the grid into the database `file`, which must not exist, and reads the results. `exhibits` are those of the
/// catalogue; std::logic_error if the grid names an unknown one.
[[nodiscard]] ReferenceResult run_reference(const ReferenceGrid& grid, const Experiment& experiment,
                                            const std::vector<results::Exhibit>& exhibits, const RunSettings& settings,
                                            const std::filesystem::path& file);

}  // namespace apportion::engine

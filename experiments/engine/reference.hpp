// Running reference grids and reading their numbers and verdicts.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/engine/reference_grid.hpp"
#include "experiments/engine/runner.hpp"
#include "results/comparing/baseline.hpp"

namespace apportion::engine {

struct CatalogueExhibit;

/// What the grid gives now.
struct ReferenceResult {
  results::Baseline numbers;
  std::vector<results::Verdict> verdicts;
  std::vector<std::string> failures;  ///< one per line
  bool unanswered = false;            ///< a user's program gave no answer, so that numbers are missing
  bool interrupted = false;           ///< and then nothing of the above
};

/// Runs the grid into the database `file`, which must not be there, and reads it. `exhibits` are those of the
/// catalogue; std::logic_error if one that the grid names is not among them.
[[nodiscard]] ReferenceResult run_reference(const ReferenceGrid& grid, const Experiment& experiment,
                                            const std::vector<CatalogueExhibit>& exhibits, const RunSettings& settings,
                                            const std::filesystem::path& file);

}  // namespace apportion::engine

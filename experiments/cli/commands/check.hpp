// The comparison of a grid's current results with the accepted ones.
#pragma once

#include <filesystem>
#include <vector>

#include "experiments/cli/changes.hpp"
#include "experiments/engine/experiment.hpp"
#include "experiments/engine/reference.hpp"
#include "results/exhibit.hpp"

namespace apportion::cli {

/// A reference grid, or a sweep file as one, with its baseline.
struct CheckedGrid {
  engine::ReferenceGrid grid;
  engine::Experiment experiment;
  std::filesystem::path numbers;                    ///< the file with accepted numbers
  std::filesystem::path verdicts = {};              ///< and with accepted verdicts
  engine::ReferenceResult accepted = {};            ///< the content of the files; without a definition, of none
  std::vector<results::Exhibit> own_exhibits = {};  ///< give the verdicts of a sweep
};

/// Adds the grid as a subject to the report, with the differences from the accepted results: failures, verdicts, and
/// each metric of an algorithm with the command that replays its worst sample. With an unchanged revision that sample
/// is solved once more: another result, or a failure, means that the algorithm is not reproducible. A sweep is not
/// compared with the baseline of another study or seed, which is a finding; of different numbers of samples the common
/// ones count.
void add_findings(const CheckedGrid& checked, engine::ReferenceResult now, double tolerance, ChangeReport& report);

}  // namespace apportion::cli

// Regression checks of the user's own sweeps: the accepted numbers that stand beside a sweep file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "experiments/cli/check_report.hpp"
#include "experiments/engine/experiment.hpp"
#include "experiments/engine/reference_grid.hpp"

namespace apportion::cli {

/// A sweep file as a reference grid.
struct OwnGrid {
  engine::ReferenceGrid grid;
  engine::Experiment experiment;
  std::filesystem::path baseline;  ///< FILE.baseline.csv beside FILE.ini
  std::optional<results::Baseline> accepted;
};

/// Reads the file and its baseline. Solved are so many samples of a point: `samples`, else (0) as many as the baseline
/// has, else those of the file, at most 20.
///
/// InputError as of read_sweep_file(), for more than half a million numbers, and where there is no baseline, unless one
/// is about to be written (`update`); ForeignFile for a baseline that cannot be read.
[[nodiscard]] OwnGrid own_grid(const std::string& file, std::int64_t samples, bool update);

/// The sweep as it is against its baseline. Nothing is compared with the baseline of another study or seed, and of
/// different numbers of samples the first that both have; the report's remarks say so.
[[nodiscard]] GridReport own_report(const OwnGrid& own, const engine::ReferenceResult& now);

/// Writes the baseline, unless it is there with the same text.
void accept(const OwnGrid& own, const engine::ReferenceResult& now);

}  // namespace apportion::cli

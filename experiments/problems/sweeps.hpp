// The problem families that a sweep file can name, and the studies that are made of such files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/engine/experiment.hpp"
#include "experiments/engine/sweep.hpp"

namespace apportion::problems {

struct SweepFamily {
  std::string name;     ///< as in `family = rectangles`
  std::string summary;  ///< one line
  /// Fills the family's own study with what the definition says.
  engine::Experiment (*make)(const engine::SweepDefinition& definition) = nullptr;
};

/// By name.
[[nodiscard]] const std::vector<SweepFamily>& sweep_families();

/// InputError with the nearest names.
[[nodiscard]] const SweepFamily& sweep_family(std::string_view name);

/// The study sweeps/NAME. It has all axes of its family, those that the definition does not name with their default
/// values, so that naming one later makes no other study of it. Its definition (see results::StudyRecord) tells family,
/// revision, chunk and, where not all are stored, the metrics. InputError for an unknown family, axis, metric,
/// algorithm or rival, and a value that may not stand on its axis.
[[nodiscard]] engine::Experiment sweep_experiment(const engine::SweepDefinition& definition);

/// The family's own study, as its name's description.
[[nodiscard]] engine::Experiment default_sweep(const SweepFamily& family);

}  // namespace apportion::problems

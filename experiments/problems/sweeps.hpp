// The problem families that a sweep file can name, and the studies that are made of such files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/engine/experiment.hpp"
#include "experiments/engine/sweep.hpp"
#include "experiments/problems/problem_family.hpp"

namespace apportion::problems {

/// The families that have a sweep, by name.
[[nodiscard]] std::vector<std::string> sweep_family_names();

/// InputError with the nearest names for an unknown family, and for one without a sweep.
[[nodiscard]] const ProblemFamily& sweep_family(std::string_view name);

/// The study sweeps/NAME. It has all axes of its family, those that the definition does not name with their default
/// values, so that naming one later makes no other study of it. Its definition (see results::StudyRecord) tells family,
/// revision, chunk, the digests of files and, where not all are stored, the metrics. InputError for an unknown family,
/// axis, metric, algorithm or rival, a value that may not stand on its axis, and files that cannot be used.
[[nodiscard]] engine::Experiment sweep_experiment(const engine::SweepDefinition& definition);

/// The family's own study, which describes the family and is not run; it must have one.
[[nodiscard]] engine::Experiment default_sweep(const ProblemFamily& family);

}  // namespace apportion::problems

// The family of shardings in studies: axes, sampler and metrics.
#pragma once

#include <string>
#include <vector>

#include "experiments/engine/erasure.hpp"
#include "experiments/engine/study.hpp"
#include "extensions/shardings/algorithms/sharding_algorithm.hpp"

namespace apportion::problems {

/// kind, nodes, strategies and slack, all sampled, each with one small default value, which studies replace.
[[nodiscard]] std::vector<engine::Axis> sharding_axes();

/// A sweep over shardings. Its instances may be lines as `solve shardings --batch` takes them, or a folder of files as
/// --problem takes them.
[[nodiscard]] engine::Experiment sharding_sweep(const engine::SweepDefinition& definition);

/// Graphs as `apportion solve shardings --batch` takes them; labels as text, and the memory that they take as drawings.
[[nodiscard]] engine::Presentation<ShardingAlgorithm> show_shardings();

}  // namespace apportion::problems

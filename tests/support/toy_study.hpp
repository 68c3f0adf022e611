// A toy problem family and a study of it, for tests of the engine: samples are single numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "experiments/engine/erasure.hpp"

namespace apportion::testing_support {

struct ToyInstance {
  double drawn = 0;
  double applied = 0;
};

using ToyAlgorithm = Algorithm<ToyInstance, double>;

/// The metrics `more`, of value, its square, and its root, which is costly; and value.
[[nodiscard]] engine::Measured toy_measured(std::vector<engine::Metric> more = {});

/// The factor of the algorithm "drifting": changing it changes an algorithm without a new revision.
void set_drift(double factor);
/// The threshold above which the algorithm "fragile" fails.
void set_strength(double strength);

/// Sampled axis a = 1,2, applied axis b = 0,10, six samples in chunks of four; algorithms doubling (2 x drawn +
/// applied), drifting, fragile and noisy (adds a draw of its own); metric value; pair (drifting, doubling) with
/// quotient. The registry also has "rounded", which does not promise the same bytes everywhere.
[[nodiscard]] engine::Experiment toy_study();

/// The number of times that the costly measure was computed since the program began.
[[nodiscard]] std::int64_t roots_taken();

[[nodiscard]] engine::Experiment toy_experiment();

}  // namespace apportion::testing_support

// What the studies of simple distributions under the triangular computation of example 1 share.
#pragma once

#include "experiments/engine/study.hpp"
#include "sim/distributions/distribution.hpp"

namespace apportion::niculescu {

/// A whole-number axis from 1 to 2^20 whose values meet the same instances.
[[nodiscard]] engine::Axis length_axis(const std::string& name, const std::string& title,
                                       const std::vector<double>& values);

/// sum over k < n of max_q |O.q ∩ {0 .. k-1}|: steps one after the other, each as long as its busiest process takes.
[[nodiscard]] double triangular_time(const Distribution& distribution);

/// sum over k < n of ceil(k/p): what no distribution can beat (example 1).
[[nodiscard]] double triangular_bound(Index n, Index p);

/// Pairs of neighbours i, i + 1 on different processes: what a computation on neighbours communicates each way. O(n).
[[nodiscard]] double cut_neighbours(const Distribution& distribution);

}  // namespace apportion::niculescu

// What computations cost under a distribution: the triangular one of Niculescu's example 1 (n steps, of which step k
// works on the first k elements), and those on neighbours.
#pragma once

#include "sim/distributions/distribution.hpp"

namespace apportion {

/// sum over k < n of max_q |O.q ∩ {0 .. k-1}|: steps one after the other, each as long as its busiest process takes.
[[nodiscard]] double triangular_time(const Distribution& distribution);

/// sum over k < n of ceil(k/p): what no distribution can beat (example 1).
[[nodiscard]] double triangular_bound(Index n, Index p);

/// Pairs of neighbours i, i + 1 on different processes: what a computation on neighbours communicates each way. O(n).
[[nodiscard]] double cut_neighbours(const Distribution& distribution);

}  // namespace apportion

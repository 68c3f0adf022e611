// The solver for sharding graphs: all steps, from the first answer to the proof, as far as limits allow.
#pragma once

#include "extensions/shardings/algorithms/subproblem.hpp"

namespace apportion::shardings {

/// The scale of costs at which sums fit, and the least cost that counts as forbidden.
struct Scaling {
  int shift = 0;
  WideWhole most = 0;
};

[[nodiscard]] Scaling scaling_of(const ShardingGraph& graph);

/// How many differences of costs dominance may examine in one call.
inline constexpr std::int64_t dominance_budget = 4'000'000'000;

}  // namespace apportion::shardings

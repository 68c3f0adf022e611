// What the algorithms that take single steps have in common.
#pragma once

#include <cstdint>

#include "algorithms/shardings/effort.hpp"
#include "algorithms/shardings/tightening.hpp"

namespace apportion::shardings {

/// A reduced core under way.
class FirstSteps {
 public:
  FirstSteps(const ShardingProblem& problem, const EffortLimits& limits, RandomStream& stream);

  [[nodiscard]] bool is_open() const { return !root.is_closed(); }

  /// The answer that follows the potentials as they are, repaired where it takes too much memory.
  void decode();

  /// Neighbourhoods from the best answer on, as many as the limits allow.
  void search();

  [[nodiscard]] ShardingSolution finished();

  Effort effort;
  Subproblem root;
};

/// How large what is left is.
[[nodiscard]] ShardingSizes sizes_of(const Core& core);

}  // namespace apportion::shardings

// The best of all slicing trees of a few boxes.
#pragma once

#include <cstddef>

#include "sim/boxes/division.hpp"

namespace apportion {

/// A division with the least total of all slicing trees; `known` unless another is cheaper. Exponential time.
[[nodiscard]] BoxDivision best_of_all_trees(const BoxProblem& problem, BoxDivision known);

/// For how many processors that takes less time than annealing.
[[nodiscard]] inline bool is_quick_to_prove(const BoxProblem& problem) {
  return problem.cluster.size() <= (problem.latency > 0 ? 4U : 6U);
}

}  // namespace apportion

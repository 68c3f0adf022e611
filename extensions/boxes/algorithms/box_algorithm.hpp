// The family of algorithms for boxes: a BoxProblem in, a BoxDivision out.
#pragma once

#include "algorithms/registry.hpp"
#include "extensions/boxes/sim/division.hpp"

namespace apportion {

/// solve() may assume a validated problem.
using BoxAlgorithm = Algorithm<BoxProblem, BoxDivision>;
using BoxRegistry = Registry<BoxAlgorithm>;

/// Validates the problem, then solves it. InputError also where the algorithm refuses the problem, or a part of its
/// answer would be too narrow to be accurate.
[[nodiscard]] inline BoxDivision solve_boxes(const Configured<BoxAlgorithm>& chosen, const BoxProblem& problem,
                                             RandomStream& stream) {
  validate(problem);
  BoxDivision division = chosen.solve(problem, stream);
  require_tiling(problem, division);
  return division;
}

}  // namespace apportion

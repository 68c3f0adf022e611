// Search from the best answer on, and away from it where it stalls.
#pragma once

#include "algorithms/shardings/effort.hpp"
#include "algorithms/shardings/tightening.hpp"

namespace apportion::shardings {

/// Improves the effort's answer, or finds a first one, within so much work (see LocalSearch::work). Neighbourhoods
/// within the memory limit alternate with soft descents: memory at prices near those of the bound, no limit, then
/// repair, and what is better in either answer is taken.
void improve(Subproblem& subproblem, Effort& effort, double work);

}  // namespace apportion::shardings

// Search from the best answer on, and away from it where it stalls.
#pragma once

#include <functional>

#include "algorithms/shardings/effort.hpp"
#include "algorithms/shardings/tightening.hpp"

namespace apportion::shardings {

/// Runs `task` and, beside it, searches that improve an answer, each within its share of the work (see
/// LocalSearch::work). Neighbourhoods within the memory limit alternate with soft descents: memory at prices near those
/// of the bound, no limit, then repair, and what is better in either answer is taken. The task may change the
/// subproblem's potentials, of which the searches have copies. Returns whether there is a better answer than before.
bool improve_beside(const std::function<void()>& task, const Subproblem& subproblem, Effort& effort, double work);

}  // namespace apportion::shardings

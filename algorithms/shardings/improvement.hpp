// Searches of one core for better answers, several side by side.
#pragma once

#include <functional>

#include "algorithms/shardings/subproblem.hpp"

namespace apportion::shardings {

/// What searches of a solve have learnt so far.
struct SearchCourse {
  int turns = 0;
  double rate = 0;  ///< by how much the best answer became cheaper for each unit of work, of late
};

/// Runs `task` and, beside it, searches that improve an answer, each within its share of the work (see
/// LocalSearch::work). Neighbourhoods within the memory limit alternate with soft descents: memory at prices near those
/// of the bound, no limit, then repair, and what is better in either answer is taken. The task may change the
/// subproblem's potentials, of which the searches have copies. Returns whether there is a better answer than before.
[[nodiscard]] bool improve_beside(const std::function<void()>& task, const Subproblem& subproblem, Effort& effort,
                                  SearchCourse& course, double work);

/// The searches alone.
[[nodiscard]] bool improve(const Subproblem& subproblem, Effort& effort, SearchCourse& course, double work);

}  // namespace apportion::shardings

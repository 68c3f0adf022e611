// Solving of one grid problem.
#include "experiments/problems/grids/question.hpp"

#include <algorithm>

#include "algorithms/grids/sorted_arrangements.hpp"

namespace apportion::problems {

GridAnswer solve(const GridQuestion& question) {
  const ChosenAlgorithm<GridAlgorithm> chosen = choose_algorithm(question.own, question.algorithm);
  GridAnswer answer{.algorithm = chosen.canonical_name(), .names = question.names};
  RandomStream stream(1, "solve grid|" + answer.algorithm);
  if (chosen.own() != nullptr) validate(question.problem);
  answer.solution = chosen.solve(question.problem, stream);
  answer.ideal_time = ideal_time(question.problem);
  answer.lower_bound = answer.solution.proven_optimal
                           ? answer.solution.time
                           : std::min(arranged_lower_bound(question.problem), answer.solution.time);
  return answer;
}

}  // namespace apportion::problems

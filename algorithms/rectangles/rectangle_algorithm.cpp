// Calls rectangle algorithms.
#include "algorithms/rectangles/rectangle_algorithm.hpp"

#include "sim/rectangles/decomposition.hpp"

namespace apportion {

RectangleSolution solve_rectangles(const Configured<RectangleAlgorithm>& chosen, const RectangleProblem& problem,
                                   RandomStream& stream) {
  validate(problem);
  require_objective(chosen.algorithm->name, chosen.algorithm->objectives, problem.objective);
  RectangleSolution solution = chosen.solve(problem, stream);
  require_accurate(problem, solution.decomposition);
  return solution;
}

}  // namespace apportion

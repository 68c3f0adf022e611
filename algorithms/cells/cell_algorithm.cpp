// The one way in which algorithms for whole cells are called.
#include "algorithms/cells/cell_algorithm.hpp"

namespace apportion {

CellSolution solve_cells(const Configured<CellAlgorithm>& chosen, const CellProblem& problem, RandomStream& stream) {
  validate(problem);
  require_objective(chosen.algorithm->name, chosen.algorithm->objectives, problem.objective);
  CellSolution solution = chosen.solve(problem, stream);
  require_division(problem, solution.decomposition);
  for (const Decomposition& division : solution.curve) require_division(problem, division);
  return solution;
}

}  // namespace apportion

// Solving of one problem of whole cells.
#include "experiments/problems/cells/question.hpp"

#include <utility>

namespace apportion::problems {

namespace {

// An answer of a user's own algorithm was checked when it was read.
CellSolution solution_by(const ChosenAlgorithm<CellAlgorithm>& chosen, const CellProblem& problem,
                         RandomStream& stream) {
  if (chosen.registered() != nullptr) return solve_cells(*chosen.registered(), problem, stream);
  validate(problem);
  return chosen.solve(problem, stream);
}

}  // namespace

RandomStream cell_solving_stream(const std::string& algorithm) { return {1, "solve cells|" + algorithm}; }

CellAnswer solve(const CellQuestion& question) {
  const ChosenAlgorithm<CellAlgorithm> chosen = choose_algorithm(question.own, question.algorithm);
  CellAnswer answer;
  answer.algorithm = chosen.canonical_name();
  answer.names = question.names;
  RandomStream stream = cell_solving_stream(answer.algorithm);
  answer.decomposition = std::move(solution_by(chosen, question.problem, stream).decomposition);
  answer.costs = cell_costs(question.problem, answer.decomposition);
  return answer;
}

}  // namespace apportion::problems

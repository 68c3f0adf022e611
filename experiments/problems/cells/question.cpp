// Solving of one problem of whole cells.
#include "experiments/problems/cells/question.hpp"

#include <utility>

namespace apportion::problems {

RandomStream cell_solving_stream(const std::string& algorithm) { return {1, "solve cells|" + algorithm}; }

CellAnswer solve(const CellQuestion& question) {
  const Configured<CellAlgorithm> chosen = CellRegistry::instance().choose(question.algorithm);
  CellAnswer answer;
  answer.algorithm = chosen.canonical_name();
  answer.names = question.names;
  RandomStream stream = cell_solving_stream(answer.algorithm);
  answer.decomposition = std::move(solve_cells(chosen, question.problem, stream).decomposition);
  answer.costs = cell_costs(question.problem, answer.decomposition);
  return answer;
}

}  // namespace apportion::problems

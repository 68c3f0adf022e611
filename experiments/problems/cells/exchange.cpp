// Problems of whole cells for programs of users, and their divisions.
#include "experiments/problems/cells/solve.hpp"
#include "experiments/problems/cells/study.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/rectangles/solve.hpp"

namespace apportion::problems {
namespace {

std::string problem_line(const CellProblem& problem) { return to_json(problem); }

CellSolution solution_in(const CellProblem& problem, const JsonReader& answer) {
  require_answer_keys(answer, {"rectangles"},
                      {"boundary", "neighbours", "total", "lower_bound", "imbalance", "furthest", "beyond_one_cell",
                       "fragments", "halo", "empty", "gap", "rank", "seconds", "names", "network"});
  CellSolution solution{read_rectangles(answer["rectangles"], problem.extent(), problem.cluster.size())};
  require_division(problem, solution.decomposition);
  return solution;
}

}  // namespace

Exchange<CellAlgorithm> cell_exchange() { return {problem_line, solution_in}; }

}  // namespace apportion::problems

// Rectangle problems for programs of users, and their decompositions.
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "experiments/problems/rectangles/study.hpp"
#include "sim/rectangles/accuracy.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/rectangles/tiling.hpp"

namespace apportion::problems {
namespace {

std::string problem_line(const RectangleProblem& problem) { return to_json(problem); }

RectangleSolution solution_in(const RectangleProblem& problem, const JsonReader& answer) {
  require_answer_keys(answer, {"rectangles"},
                      {"acost", "bcost", "internal_edges", "total", "lower_bound", "proven", "rank",
                       "any_shape_lower_bound", "gap_percent", "imbalance_percent", "seconds", "names", "network"});
  RectangleSolution solution;
  solution.decomposition = read_rectangles(answer["rectangles"], problem.extent, problem.cluster.size());
  require_tiling(problem, solution.decomposition);
  require_accurate(problem, solution.decomposition);
  solution.claimed_acost = acost(solution.decomposition);
  solution.claimed_edges = internal_edges(solution.decomposition);
  return solution;
}

}  // namespace

Exchange<RectangleAlgorithm> rectangle_exchange() { return {problem_line, solution_in}; }

}  // namespace apportion::problems

// The one way in which rectangle algorithms are called.
#include "algorithms/rectangles/rectangle_algorithm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "sim/rectangles/accuracy.hpp"

namespace apportion {
namespace {

void require_objective(const RectangleAlgorithm& algorithm, Objective objective) {
  if (std::ranges::find(algorithm.objectives, objective) != algorithm.objectives.end()) return;
  std::string known;
  for (const Objective each : algorithm.objectives)
    known += fmt::format("{}{}", known.empty() ? "" : ", ", objective_name(each));
  throw InputError(fmt::format("{} cannot minimise {}, only {}", algorithm.name, objective_name(objective), known));
}

}  // namespace

RectangleSolution solve_rectangles(const Configured<RectangleAlgorithm>& chosen, const RectangleProblem& problem,
                                   RandomStream& stream) {
  validate(problem);
  require_objective(*chosen.algorithm, problem.objective);
  RectangleSolution solution = chosen.solve(problem, stream);
  require_accurate(problem, solution.decomposition);
  return solution;
}

}  // namespace apportion

// Solving of one rectangle problem.
#include "experiments/problems/rectangles/question.hpp"

#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/rectangles/whole.hpp"

namespace apportion::problems {
namespace {

// Parts without an element need no communication.
Decomposition without_empty_parts(Decomposition decomposition) {
  std::erase_if(decomposition.parts, [](const Rect& part) { return !(part.area() > 0); });
  return decomposition;
}

void require_finite_costs(const RectangleAnswer& answer) {
  for (const double cost : {answer.acost, answer.bcost, answer.total, answer.lower_bound})
    if (!std::isfinite(cost)) throw InputError("the costs overflow; give smaller sides or a smaller latency");
}

}  // namespace

RectangleAnswer solve(const RectangleQuestion& question) {
  const Configured<RectangleAlgorithm> chosen = RectangleRegistry::instance().choose(question.algorithm);
  RectangleAnswer answer;
  answer.algorithm = chosen.canonical_name();
  RandomStream stream(1, "solve rectangles|" + answer.algorithm);
  answer.decomposition = solve_rectangles(chosen, question.problem, stream).decomposition;
  if (question.whole) {
    WholeDecomposition rounded = to_whole(answer.decomposition, question.problem.cluster);
    answer.decomposition = std::move(rounded.decomposition);
    answer.whole = {rounded.load_imbalance, rounded.empty_parts};
  }
  const Decomposition costly = answer.whole ? without_empty_parts(answer.decomposition) : Decomposition{};
  const Decomposition& measured = answer.whole ? costly : answer.decomposition;
  answer.acost = acost(measured);
  answer.bcost = bcost(measured);
  answer.internal_edges = internal_edges(measured);
  answer.total = total_cost(answer.acost, answer.internal_edges, question.problem.latency);
  answer.lower_bound = total_lower_bound(question.problem);
  require_finite_costs(answer);
  return answer;
}

}  // namespace apportion::problems

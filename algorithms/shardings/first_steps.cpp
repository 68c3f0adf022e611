// What the algorithms that take single steps have in common.
#include "algorithms/shardings/first_steps.hpp"

#include "algorithms/shardings/anytime.hpp"

namespace apportion::shardings {
namespace {

Subproblem root_of(const ShardingGraph& graph) {
  const Scaling scaling = scaling_of(graph);
  return {Core(graph, scaling.shift, scaling.most, {}), scaling.shift};
}

}  // namespace

FirstSteps::FirstSteps(const ShardingProblem& problem, const EffortLimits& limits, RandomStream& stream)
    : effort(problem, limits, stream()), root(root_of(effort.graph())) {
  root.reduce(effort, dominance_budget);
  effort.solution.sizes = sizes_of(root.core());
}

void FirstSteps::decode() {
  if (is_open()) root.decode(effort);
}

void FirstSteps::search() {
  if (!is_open() || !effort.has_answer()) return;
  LocalSearch search(root.flat(), root.start(effort), effort.draw());
  search.set_guide(root.guide(effort));
  for (; effort.may_move(); ++effort.solution.moves) search.move();
  effort.offer(root.core(), root.flat(), search.labels());
}

ShardingSolution FirstSteps::finished() {
  ShardingSolution& solution = effort.solution;
  if (root.is_closed() && !effort.has_answer()) solution.proven_infeasible = true;
  effort.raise_bound(root.is_closed() && effort.has_answer() && effort.is_exact ? solution.cost : root.bound());
  solution.proven_optimal = effort.is_proven();
  return solution;
}

ShardingSizes sizes_of(const Core& core) {
  ShardingSizes sizes{.times = core.capacity.size()};
  for (const Group& group : core.groups) {
    sizes.nodes += group.gone ? 0 : 1;
    sizes.labels += group.gone ? 0 : group.size();
  }
  for (const CoreEdge& edge : core.edges) sizes.edges += edge.matrix ? 1 : 0;
  return sizes;
}

}  // namespace apportion::shardings

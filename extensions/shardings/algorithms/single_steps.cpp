// greedy, reductions, trw-s and lns: algorithms that each take a few steps of optimal, and what they have in common.

#include "extensions/shardings/algorithms/anytime.hpp"
#include "extensions/shardings/algorithms/subproblem.hpp"

namespace apportion::shardings {
namespace {

// The state that these algorithms share: a reduced core, its best answer and bound.
class FirstSteps {
 public:
  FirstSteps(const ShardingProblem& problem, const EffortLimits& limits, RandomStream& stream);

  [[nodiscard]] bool is_open() const { return !root.is_closed(); }

  // Offers the answer decoded from the potentials, repaired if it takes too much memory.
  void decode();

  // Searches as many neighbourhoods as the limits allow, from the best answer on.
  void search();

  [[nodiscard]] ShardingSolution finished();

  Effort effort;
  Subproblem root;
};

Subproblem root_of(const ShardingGraph& graph) {
  const Scaling scaling = scaling_of(graph);
  return {Core(graph, scaling.shift, scaling.most, {}), scaling.shift};
}

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

// --- greedy: for each node the cheapest label beside the earlier nodes, then repair

ShardingSolution solve_greedy(const ShardingProblem& problem, const Options& /*options*/, RandomStream& stream) {
  FirstSteps steps(problem, {}, stream);
  steps.decode();
  if (steps.is_open()) steps.root.prove(steps.effort);
  return steps.finished();
}

const Registration<ShardingAlgorithm> greedy_registration{
    {.name = "greedy",
     .source = "here",
     .summary = "reductions, then node by node what is cheapest beside the nodes before; repaired where it takes too "
                "much memory",
     .revision = 3,
     .exact_everywhere = false,
     .solve = solve_greedy}};

// --- reductions: reductions alone, with the greedy answer

const Registration<ShardingAlgorithm> reductions_registration{
    {.name = "reductions",
     .source = "functional edges, dead-end elimination (Goldstein 1994), dominance over time",
     .summary = "what reductions leave of the graph, its sizes and its least bound, with the greedy answer",
     .revision = 3,
     .exact_everywhere = false,
     .solve = solve_greedy}};

// --- trw-s: message passing with prices of memory, and its decoded answer

ShardingSolution solve_trw_s(const ShardingProblem& problem, const Options& options, RandomStream& stream) {
  FirstSteps steps(problem, {.sweeps = options.count("sweeps")}, stream);
  if (steps.is_open()) {
    steps.root.pass(steps.effort, static_cast<int>(options.count("sweeps")));
    steps.root.prove(steps.effort);
  }
  steps.decode();
  return steps.finished();
}

const Registration<ShardingAlgorithm> trw_s_registration{
    {.name = "trw-s",
     .source = "Kolmogorov 2006; Savchynskyy, Schmidt, Kappes & Schnoerr 2012",
     .summary = "reductions, smoothed TRW-S with prices of memory for the bound, and the labels that follow the "
                "messages, repaired",
     .revision = 3,
     .exact_everywhere = false,
     .options = {count_option("sweeps", "500", "sweeps of message passing")},
     .solve = solve_trw_s}};

// --- lns: large-neighbourhood search from a decoded answer

ShardingSolution solve_lns(const ShardingProblem& problem, const Options& options, RandomStream& stream) {
  FirstSteps steps(problem, {.sweeps = options.count("sweeps"), .moves = options.count("moves")}, stream);
  if (steps.is_open()) {
    steps.root.pass(steps.effort, static_cast<int>(options.count("sweeps")));
    steps.root.prove(steps.effort);
  }
  steps.decode();
  steps.search();
  return steps.finished();
}

const Registration<ShardingAlgorithm> lns_registration{
    {.name = "lns",
     .source = "here; elimination (Bertele & Brioschi 1972) on random trees and balls",
     .summary =
         "reductions, a few sweeps of trw-s, then trees and balls of groups solved exactly within the memory limit",
     .revision = 3,
     .exact_everywhere = false,
     .options = {count_option("sweeps", "50", "sweeps of message passing"),
                 count_option("moves", "20000", "neighbourhoods")},
     .solve = solve_lns}};

}  // namespace
}  // namespace apportion::shardings

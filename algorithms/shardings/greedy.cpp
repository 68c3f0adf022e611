// greedy: node by node what is cheapest beside the nodes before, then repair.
#include "algorithms/shardings/first_steps.hpp"

namespace apportion::shardings {
namespace {

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
     .revision = 2,
     .exact_everywhere = false,
     .solve = solve_greedy}};

}  // namespace
}  // namespace apportion::shardings

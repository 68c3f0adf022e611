// reductions: how far reductions alone get, with a greedy answer.
#include "algorithms/shardings/first_steps.hpp"

namespace apportion::shardings {
namespace {

ShardingSolution solve_reductions(const ShardingProblem& problem, const Options& /*options*/, RandomStream& stream) {
  FirstSteps steps(problem, {}, stream);
  steps.decode();
  if (steps.is_open()) steps.root.prove(steps.effort);
  return steps.finished();
}

const Registration<ShardingAlgorithm> reductions_registration{
    {.name = "reductions",
     .source = "functional edges, dead-end elimination (Goldstein 1994), dominance over time",
     .summary = "what reductions leave of the graph, its sizes and its least bound, with the greedy answer",
     .revision = 2,
     .exact_everywhere = false,
     .solve = solve_reductions}};

}  // namespace
}  // namespace apportion::shardings

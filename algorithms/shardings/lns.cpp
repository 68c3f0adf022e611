// lns: large-neighbourhood search from a decoded answer.
#include "algorithms/shardings/first_steps.hpp"

namespace apportion::shardings {
namespace {

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
     .revision = 2,
     .exact_everywhere = false,
     .options =
         {{.name = "sweeps", .kind = OptionKind::count, .default_value = "50", .summary = "sweeps of message passing"},
          {.name = "moves", .kind = OptionKind::count, .default_value = "20000", .summary = "neighbourhoods"}},
     .solve = solve_lns}};

}  // namespace
}  // namespace apportion::shardings

// trw-s: message passing with prices of memory, and the answer that follows it.
#include "algorithms/shardings/first_steps.hpp"

namespace apportion::shardings {
namespace {

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
     .revision = 2,
     .exact_everywhere = false,
     .options = {{.name = "sweeps",
                  .kind = OptionKind::count,
                  .default_value = "500",
                  .summary = "sweeps of message passing"}},
     .solve = solve_trw_s}};

}  // namespace
}  // namespace apportion::shardings

// optimal: the proven optimum of sharding graphs, or the best answer and bound within the limits.
#include "algorithms/shardings/anytime.hpp"

namespace apportion::shardings {
namespace {

ShardingSolution solve_optimal(const ShardingProblem& problem, const Options& options, RandomStream& stream) {
  return solve_anytime(
      problem, {.sweeps = options.count("sweeps"), .moves = options.count("moves"), .nodes = options.count("nodes")},
      stream);
}

const Registration<ShardingAlgorithm> optimal_registration{
    {.name = "optimal",
     .source = "dead-end elimination (Goldstein 1994), TRW-S (Kolmogorov 2006) with adaptive smoothing (Savchynskyy et "
               "al. 2012), elimination (Bertele & Brioschi 1972), branch and bound",
     .summary = "the optimum, proven in whole numbers: reductions, message passing with prices of memory, "
                "search of large neighbourhoods, reduced-cost fixing, branch and bound",
     .revision = 3,
     .exact_everywhere = false,
     .options =
         {{.name = "sweeps",
           .kind = OptionKind::count,
           .default_value = "1000000",
           .summary = "sweeps of message passing at most"},
          {.name = "moves", .kind = OptionKind::count, .default_value = "1000000", .summary = "neighbourhoods at most"},
          {.name = "nodes",
           .kind = OptionKind::count,
           .default_value = "100000",
           .summary = "nodes of the search tree at most"}},
     .solve = solve_optimal}};

}  // namespace
}  // namespace apportion::shardings

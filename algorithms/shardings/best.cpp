// best: the portfolio that a user should call.
#include "algorithms/shardings/anytime.hpp"

namespace apportion::shardings {
namespace {

ShardingSolution solve_best(const ShardingProblem& problem, const Options& options, RandomStream& stream) {
  return solve_anytime(
      problem, {.sweeps = options.count("sweeps"), .moves = options.count("moves"), .nodes = options.count("nodes")},
      stream);
}

const Registration<ShardingAlgorithm> best_registration{
    {.name = "best",
     .source = "here; its parts are those of optimal",
     .summary = "the portfolio: the steps of optimal within limits that suit large graphs",
     .exact_everywhere = false,
     .options =
         {{.name = "sweeps",
           .kind = OptionKind::count,
           .default_value = "3000",
           .summary = "sweeps of message passing at most"},
          {.name = "moves", .kind = OptionKind::count, .default_value = "100000", .summary = "neighbourhoods at most"},
          {.name = "nodes",
           .kind = OptionKind::count,
           .default_value = "200",
           .summary = "nodes of the search tree at most"}},
     .solve = solve_best}};

}  // namespace
}  // namespace apportion::shardings

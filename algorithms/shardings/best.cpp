// best: the portfolio that a user should call.
#include <limits>

#include "algorithms/shardings/anytime.hpp"

namespace apportion::shardings {
namespace {

ShardingSolution solve_best(const ShardingProblem& problem, const Options& options, RandomStream& stream) {
  const auto most = [&](const char* option) {
    return problem.watch.is_timed ? std::numeric_limits<std::int64_t>::max() : options.count(option);
  };
  return solve_anytime(problem, {.sweeps = most("sweeps"), .moves = most("moves"), .nodes = most("nodes")}, stream);
}

const Registration<ShardingAlgorithm> best_registration{
    {.name = "best",
     .source = "here; its parts are those of optimal",
     .summary =
         "the portfolio: the steps of optimal within limits that suit large graphs, or until --seconds have passed",
     .revision = 3,
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

// Claims of every algorithm for sharding graphs, compared with all labellings.
#include <gtest/gtest.h>

#include "tests/support/shardings.hpp"

namespace apportion {
namespace {

using testing_support::best_sharding;
using testing_support::solve_sharding_by;
using testing_support::tiny_sharding_graph;

bool is_below(WideWhole a, WideWhole b) { return a < b; }

void expect_true(const ShardingGraph& graph, const ShardingSolution& solution, const std::optional<Sharding>& best) {
  EXPECT_FALSE(solution.proven_infeasible && best.has_value());
  if (!best) {
    EXPECT_FALSE(solution.labels.has_value());
    EXPECT_FALSE(solution.proven_optimal);
    return;
  }
  const WideWhole optimum = totals(graph, *best).cost;
  EXPECT_FALSE(is_below(optimum, solution.lower_bound)) << "bound above the optimum";
  if (!solution.labels) return;
  const ShardingTotals sum = totals(graph, *solution.labels);
  EXPECT_TRUE(sum.allowed);
  EXPECT_TRUE(sum.cost == solution.cost);
  if (solution.proven_optimal) {
    EXPECT_TRUE(sum.cost == optimum);
    EXPECT_TRUE(solution.lower_bound == optimum);
  }
}

TEST(Shardings, OptimalIsWhatTryingAllFinds) {
  int infeasible = 0;
  for (int number = 0; number < 1000; ++number) {
    SCOPED_TRACE(number);
    const ShardingGraph graph = tiny_sharding_graph(number);
    const std::optional<Sharding> best = best_sharding(graph);
    const ShardingSolution solution = solve_sharding_by("optimal", graph);
    expect_true(graph, solution, best);
    EXPECT_EQ(solution.proven_optimal, best.has_value());
    EXPECT_EQ(solution.proven_infeasible, !best.has_value());
    infeasible += best ? 0 : 1;
  }
  EXPECT_GT(infeasible, 50);
}

TEST(Shardings, EveryAlgorithmTellsTheTruth) {
  for (int number = 0; number < 200; ++number) {
    const ShardingGraph graph = tiny_sharding_graph(number);
    const std::optional<Sharding> best = best_sharding(graph);
    for (const Configured<ShardingAlgorithm>& entry : ShardingRegistry::instance().entries()) {
      SCOPED_TRACE(entry.canonical_name() + " on graph " + std::to_string(number));
      expect_true(graph, solve_sharding_by(entry.canonical_name(), graph), best);
    }
  }
}

}  // namespace
}  // namespace apportion

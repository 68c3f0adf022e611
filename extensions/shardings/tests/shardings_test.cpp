// What every algorithm for sharding graphs claims, against all labellings; and drawn graphs.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/disjoint_sets.hpp"
#include "extensions/shardings/sim/sharding_graphs.hpp"
#include "extensions/shardings/tests/shardings.hpp"

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

ShardingGraph drawn(ShardingKind kind, std::size_t nodes, std::int64_t slack = 10, int sample = 0) {
  RandomStream stream(1, "layers " + std::to_string(sample));
  return draw_sharding_graph({.kind = kind, .nodes = nodes, .strategies = 12, .slack_percent = slack}, stream);
}

ShardingGraph layers_of(std::size_t nodes, std::int64_t slack = 10, int sample = 0) {
  return drawn(ShardingKind::layers, nodes, slack, sample);
}

bool forbids(const ShardingGraph& graph, const ShardingEdge& edge) {
  return std::ranges::find(graph.matrices[edge.matrix].costs, forbidden_cost) !=
         graph.matrices[edge.matrix].costs.end();
}

// An alias follows what it is an alias of.
void follow(const ShardingGraph& graph, Sharding& labels) {
  for (const ShardingEdge& edge : graph.edges) {
    const ShardingMatrix& matrix = graph.matrices[edge.matrix];
    const auto row = matrix.costs.begin() + std::ptrdiff_t{labels[edge.u]} * matrix.columns;
    if (forbids(graph, edge))
      labels[edge.v] = static_cast<std::uint32_t>(std::find(row, row + matrix.columns, 0) - row);
  }
}

TEST(ShardingGraphs, HaveAsManyNodesAsAskedForAndALimitThatCanBeKept) {
  for (const auto& [kind, word] : sharding_kind_words)
    for (const std::size_t nodes : {1, 2, 20, 500, 2001})
      for (int sample = 0; sample < 5; ++sample) {
        SCOPED_TRACE(::testing::Message() << word << ' ' << nodes << ' ' << sample);
        const ShardingGraph graph = drawn(kind, nodes, 0, sample);
        ASSERT_EQ(graph.size(), nodes);
        EXPECT_EQ(graph.name, word);
        Sharding labels = least_strategies(graph, graph.usages);
        follow(graph, labels);
        EXPECT_TRUE(totals(graph, labels).allowed);
        EXPECT_EQ(totals(graph, labels).peak, *graph.usage_limit);
      }
}

TEST(ShardingGraphs, HaveFewDecisionsAndManyTimesWhereLayersAreTied) {
  const ShardingGraph graph = drawn(ShardingKind::tied, 5000);
  DisjointSets decisions(graph.size());
  for (const ShardingEdge& edge : graph.edges)
    if (forbids(graph, edge)) decisions.unite(edge.u, edge.v);
  std::set<std::int64_t> times;
  for (const ShardingNode& node : graph.nodes) times.insert(node.from);
  EXPECT_GT(decisions.count(), 100U);
  EXPECT_LT(decisions.count(), 300U);
  EXPECT_GT(times.size(), 10 * decisions.count());
}

TEST(ShardingGraphs, JoinClustersByWeakEdgesAndForbidNothing) {
  const ShardingGraph graph = drawn(ShardingKind::clusters, 600);
  std::int64_t most_within = 0;
  std::int64_t most_across = 0;
  for (const ShardingEdge& edge : graph.edges) {
    EXPECT_FALSE(forbids(graph, edge));
    const std::int64_t cost = std::ranges::max(graph.matrices[edge.matrix].costs);
    std::int64_t& most = edge.u / 12 == edge.v / 12 ? most_within : most_across;
    most = std::max(most, cost);
  }
  EXPECT_GT(most_across, 0);
  EXPECT_GT(most_within, 4 * most_across);
}

TEST(ShardingGraphs, ShareMatricesAmongLayersAndHaveAliases) {
  const ShardingGraph graph = layers_of(5000);
  EXPECT_LT(graph.matrices.size(), 100U);
  EXPECT_GT(graph.edges.size(), 5000U);
  EXPECT_GT(std::ranges::count_if(graph.edges, [&graph](const ShardingEdge& edge) { return forbids(graph, edge); }),
            100);
}

TEST(ShardingGraphs, AreTheSameForTheSameStream) {
  const ShardingGraph one = layers_of(300);
  const ShardingGraph other = layers_of(300);
  EXPECT_EQ(one.costs, other.costs);
  EXPECT_EQ(one.usages, other.usages);
  EXPECT_EQ(one.usage_limit, other.usage_limit);
  EXPECT_NE(one.costs, layers_of(300, 10, 1).costs);
}

}  // namespace
}  // namespace apportion

// Graphs like those of compilers: as many nodes as asked for, a limit that can be kept, the same for the same stream.
#include "sim/graphs/sharding_graphs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace apportion {
namespace {

ShardingGraph layers_of(std::size_t nodes, std::int64_t slack = 10, int sample = 0) {
  RandomStream stream(1, "layers " + std::to_string(sample));
  return draw_sharding_graph({.nodes = nodes, .strategies = 12, .slack_percent = slack}, stream);
}

Sharding least_usages(const ShardingGraph& graph) {
  Sharding least;
  for (const ShardingNode& node : graph.nodes) {
    const auto first = graph.usages.begin() + static_cast<std::ptrdiff_t>(node.first);
    least.push_back(static_cast<std::uint32_t>(std::min_element(first, first + node.strategies) - first));
  }
  return least;
}

// An alias follows what it is an alias of.
void follow(const ShardingGraph& graph, Sharding& labels) {
  for (const ShardingEdge& edge : graph.edges) {
    const ShardingMatrix& matrix = graph.matrices[edge.matrix];
    const auto row = matrix.costs.begin() + std::ptrdiff_t{labels[edge.u]} * matrix.columns;
    if (std::find(matrix.costs.begin(), matrix.costs.end(), forbidden_cost) != matrix.costs.end())
      labels[edge.v] = static_cast<std::uint32_t>(std::find(row, row + matrix.columns, 0) - row);
  }
}

TEST(ShardingGraphs, HaveAsManyNodesAsAskedForAndALimitThatCanBeKept) {
  for (const std::size_t nodes : {1, 2, 20, 500, 2001})
    for (int sample = 0; sample < 5; ++sample) {
      SCOPED_TRACE(::testing::Message() << nodes << ' ' << sample);
      const ShardingGraph graph = layers_of(nodes, 0, sample);
      ASSERT_EQ(graph.size(), nodes);
      Sharding labels = least_usages(graph);
      follow(graph, labels);
      EXPECT_TRUE(totals(graph, labels).allowed) << nodes << " nodes, sample " << sample;
      EXPECT_EQ(totals(graph, labels).peak, *graph.usage_limit);
    }
}

TEST(ShardingGraphs, ShareMatricesAmongLayersAndHaveAliases) {
  const ShardingGraph graph = layers_of(5000);
  EXPECT_LT(graph.matrices.size(), 100U);
  EXPECT_GT(graph.edges.size(), 5000U);
  const auto is_alias = [&graph](const ShardingEdge& edge) {
    return std::ranges::find(graph.matrices[edge.matrix].costs, forbidden_cost) !=
           graph.matrices[edge.matrix].costs.end();
  };
  EXPECT_GT(std::ranges::count_if(graph.edges, is_alias), 100);
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

// Sets that are collapsed beforehand: the least cost stays, and the examples collapse as far as the lemmas reach.
#include "algorithms/graphs/algorithm1.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "sim/graphs/sample_graphs.hpp"
#include "tests/support/graphs.hpp"

namespace apportion {
namespace {

using testing_support::graphs;

RC_GTEST_PROP(StaticSets, CollapsingKeepsTheLeastCost, ()) {
  const AlignmentGraph graph = *graphs(7, 3);
  const CollapsedGraph collapsed = collapse_static_sets(graph);
  RC_ASSERT(collapsed.node_of.size() == graph.size());
  const GraphSolution inner = solve_graph_by("exhaustive", collapsed.graph);
  const double optimum = solve_graph_by("exhaustive", graph).cost;
  const double slack = 1e-9 * (1 + optimum);
  RC_ASSERT(std::abs(inner.cost - optimum) <= slack);
  RC_ASSERT(std::abs(completion_time(graph, expanded(collapsed, inner.labels)) - optimum) <= slack);
}

// Nodes of one set share a label, so that a labelling costs the same on either side.
RC_GTEST_PROP(StaticSets, LabellingsOfTheCollapsedGraphKeepTheirCost, ()) {
  const AlignmentGraph graph = *graphs(9, 4);
  const CollapsedGraph collapsed = collapse_static_sets(graph);
  Labelling labels;
  for (std::size_t node = 0; node < collapsed.graph.size(); ++node)
    labels.push_back(*rc::gen::inRange<std::size_t>(0, graph.candidates.size()));
  const double cost = completion_time(graph, expanded(collapsed, labels));
  RC_ASSERT(std::abs(completion_time(collapsed.graph, labels) - cost) <= 1e-9 * (1 + cost));
}

// Each zone hangs together by whole arrays: it takes Lemma 2 to see that, since no node follows another one.
TEST(StaticSets, TwoZonesBecomeTwoNodes) {
  const CollapsedGraph collapsed = collapse_static_sets(two_zone_graph(100));
  EXPECT_EQ(collapsed.node_of, (std::vector<std::size_t>{0, 0, 0, 0, 1, 1, 1, 1}));
  ASSERT_EQ(collapsed.graph.size(), 2U);
  EXPECT_EQ(collapsed.graph.nodes[0].costs, (std::vector<double>{1e6, 2e6}));
  EXPECT_EQ(collapsed.graph.nodes[1].costs, (std::vector<double>{12e6, 6e6}));
  ASSERT_EQ(collapsed.graph.edges.size(), 1U);
  EXPECT_EQ(collapsed.graph.edges[0].weight, 2000);
  EXPECT_EQ(collapse_static_sets(two_zone_graph(500)).graph.size(), 1U);  // Lemma 1 on all of it
}

TEST(StaticSets, AreExpandedToALabelForEveryNode) {
  const CollapsedGraph collapsed = collapse_static_sets(two_zone_graph(100));
  EXPECT_EQ(expanded(collapsed, {0, 1}), (Labelling{0, 0, 0, 0, 1, 1, 1, 1}));
}

// Two nodes that would follow each other, and a third that follows one of them.
TEST(StaticSets, FollowersInACircleAreOneSet) {
  const AlignmentGraph graph{.candidates = {"a", "b"},
                             .nodes = {{"x", {0, 1}}, {"y", {1, 0}}, {"z", {3, 0}}},
                             .edges = {{0, 1, 10}, {1, 2, 4}}};
  const CollapsedGraph collapsed = collapse_static_sets(graph);
  ASSERT_EQ(collapsed.graph.size(), 1U);
  EXPECT_EQ(collapsed.graph.nodes[0].costs, (std::vector<double>{4, 1}));
}

TEST(Collapse, SavesPartitionsAndClaimsNoProofOfItsOwn) {
  const AlignmentGraph graph = two_zone_graph(100);
  EXPECT_EQ(solve_graph_by("algorithm1-cc", graph).counters.partitions, 1);
  const GraphSolution solution = solve_graph_by("algorithm1-cc[collapse]", graph);
  EXPECT_EQ(solution.cost, 7.2e6);
  EXPECT_EQ(solution.labels, (Labelling{0, 0, 0, 0, 1, 1, 1, 1}));
  EXPECT_EQ(solution.counters.partitions, 0);
  EXPECT_FALSE(solution.proven_optimal);
  EXPECT_TRUE(solve_graph_by("algorithm1-cc", two_zone_graph(500)).proven_optimal);
  EXPECT_FALSE(solve_graph_by("algorithm1-cc[collapse]", two_zone_graph(500)).proven_optimal);
}

}  // namespace
}  // namespace apportion

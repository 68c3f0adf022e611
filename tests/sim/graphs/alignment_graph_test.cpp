// Alignment-distribution graphs: costs, validation, parallel edges.
#include "sim/graphs/alignment_graph.hpp"

#include <cmath>
#include <functional>
#include <limits>

#include "sim/graphs/sample_graphs.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

TEST(AlignmentGraph, CompletionTimeIsNodesPlusCutEdges) {
  AlignmentGraph graph = ladder_graph();
  EXPECT_EQ(completion_time(graph, Labelling(6, 2)), 204);
  EXPECT_EQ(completion_time(graph, {2, 2, 2, 2, 0, 0}), 4 + 2 + 200);
  graph.rho = 0.5;
  EXPECT_EQ(completion_time(graph, {2, 2, 2, 2, 0, 0}), 4 + 2 + 100);
}

TEST(AlignmentGraph, BestStaticTakesTheLowestOfEqualCandidates) {
  const AlignmentGraph graph{.candidates = {"a", "b", "c"}, .nodes = {{"x", {5, 2, 4}}, {"y", {5, 4, 2}}}, .edges = {}};
  EXPECT_EQ(best_static(graph).candidate, 1U);
  EXPECT_EQ(best_static(graph).cost, 6);
  EXPECT_EQ(local_minima(graph), 4);
}

TEST(AlignmentGraph, ParallelEdgesAddUpInEitherDirection) {
  AlignmentGraph graph = ladder_graph();
  const double before = completion_time(graph, {0, 1, 2, 0, 1, 2});
  graph.edges.push_back({1, 0, 5});
  graph.edges.push_back({0, 1, 0.5});
  EXPECT_EQ(completion_time(graph, {0, 1, 2, 0, 1, 2}), before + 5.5);
  EXPECT_EQ(merge_parallel_edges(graph), 2U);
  EXPECT_EQ(graph.edges.size(), 7U);
  EXPECT_EQ(graph.edges[0].weight, 6.5);
  EXPECT_EQ(completion_time(graph, {0, 1, 2, 0, 1, 2}), before + 5.5);
  EXPECT_EQ(merge_parallel_edges(graph), 0U);
}

TEST(AlignmentGraph, ValidationNamesThePlace) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::vector<std::pair<std::function<void(AlignmentGraph&)>, std::string>> cases = {
      {[](AlignmentGraph& graph) { graph.candidates.clear(); }, "no candidates"},
      {[](AlignmentGraph& graph) { graph.nodes.clear(); }, "no nodes"},
      {[](AlignmentGraph& graph) { graph.nodes[3].costs.pop_back(); },
       "node 3 ('4') has 2 costs; it must have one for each of the 3 candidates"},
      {[](AlignmentGraph& graph) { graph.nodes[2].costs[1] = nan; }, "cost 1 of node 2 ('3') is nan"},
      {[](AlignmentGraph& graph) { graph.nodes[2].costs[1] = -1; }, "cost 1 of node 2 ('3') is -1"},
      {[](AlignmentGraph& graph) { graph.nodes[0].costs[0] = infinity; }, "cost 0 of node 0 ('1') is inf"},
      {[](AlignmentGraph& graph) { graph.edges[4].weight = -2; }, "the weight of edge 4 is -2"},
      {[](AlignmentGraph& graph) { graph.edges[4].weight = nan; }, "the weight of edge 4 is nan"},
      {[](AlignmentGraph& graph) { graph.edges[1].v = 6; }, "edge 1 names node 6; there are nodes 0 to 5"},
      {[](AlignmentGraph& graph) { graph.edges[1].u = graph.edges[1].v; }, "edge 1 joins node 3 ('4') to itself"},
      {[](AlignmentGraph& graph) { graph.rho = -1; }, "rho is -1"},
      {[](AlignmentGraph& graph) { graph.rho = nan; }, "rho is nan"},
      {[](AlignmentGraph& graph) { graph.rho = 1e200; }, "the costs add up to"}};
  for (const auto& [spoil, piece] : cases) {
    AlignmentGraph graph = ladder_graph();
    EXPECT_NO_THROW(validate(graph));
    spoil(graph);
    EXPECT_THAT(message_of([&] { validate(graph); }), HasSubstr(piece));
  }
}

TEST(RandomGraphs, AreConnectedWithinTheirShapeAndTheSameAgain) {
  for (const std::size_t nodes : {1U, 2U, 3U, 30U}) {
    SCOPED_TRACE(nodes);
    RandomStream stream(7, "graphs");
    RandomStream again(7, "graphs");
    const AlignmentGraph graph = random_graph({nodes, 4, 3, 0.5, true}, stream);
    validate(graph);
    EXPECT_EQ(graph.size(), nodes);
    EXPECT_GE(graph.edges.size() + 1, nodes);
    EXPECT_LE(graph.edges.size(), nodes * (nodes - 1) / 2);
    if (nodes == 30) {
      EXPECT_EQ(graph.edges.size(), 45U);
    }
    AlignmentGraph merged = graph;
    EXPECT_EQ(merge_parallel_edges(merged), 0U);
    for (const AlignmentEdge& edge : graph.edges) EXPECT_EQ(edge.weight, std::floor(edge.weight));
    const AlignmentGraph twin = random_graph({nodes, 4, 3, 0.5, true}, again);
    EXPECT_EQ(completion_time(graph, Labelling(nodes, 1)), completion_time(twin, Labelling(nodes, 1)));
  }
}

}  // namespace
}  // namespace apportion

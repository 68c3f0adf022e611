// Alignment graphs, and samples of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "sim/graphs/alignment_graph.hpp"
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

AlignmentGraph drawn(const std::string& model, const RandomGraphShape& shape, std::uint64_t seed = 1) {
  RandomStream stream(seed, "models");
  return draw_graph(model, shape, stream);
}

std::vector<std::set<std::size_t>> neighbours(const AlignmentGraph& graph) {
  std::vector<std::set<std::size_t>> all(graph.size());
  for (const AlignmentEdge& edge : graph.edges) {
    all[edge.u].insert(edge.v);
    all[edge.v].insert(edge.u);
  }
  return all;
}

std::size_t reached_from_first(const AlignmentGraph& graph) {
  const auto near = neighbours(graph);
  std::vector<std::size_t> open{0};
  std::set<std::size_t> reached{0};
  while (!open.empty()) {
    const std::size_t node = open.back();
    open.pop_back();
    for (const std::size_t next : near[node])
      if (reached.insert(next).second) open.push_back(next);
  }
  return reached.size();
}

double sum_of_costs(const AlignmentGraph& graph) {
  double sum = 0;
  for (const AlignmentNode& node : graph.nodes) sum = std::accumulate(node.costs.begin(), node.costs.end(), sum);
  return sum;
}

double sum_of_weights(const AlignmentGraph& graph) {
  double sum = 0;
  for (const AlignmentEdge& edge : graph.edges) sum += edge.weight;
  return sum;
}

TEST(GraphModels, AreConnectedWithoutParallelEdgesAndTheSameAgain) {
  for (const GraphModel& model : graph_models())
    for (const std::size_t nodes : {1U, 2U, 3U, 4U, 5U, 10U, 17U, 200U}) {
      SCOPED_TRACE(model.name + " " + std::to_string(nodes));
      const RandomGraphShape shape{nodes, 3, 3, 0.5, false};
      const AlignmentGraph graph = drawn(model.name, shape);
      validate(graph);
      EXPECT_EQ(graph.name, model.name);
      EXPECT_EQ(graph.size(), nodes);
      EXPECT_EQ(graph.candidates.size(), 3U);
      EXPECT_EQ(reached_from_first(graph), nodes);
      AlignmentGraph merged = graph;
      EXPECT_EQ(merge_parallel_edges(merged), 0U);
      const AlignmentGraph twin = drawn(model.name, shape);
      EXPECT_EQ(sum_of_costs(graph), sum_of_costs(twin));
      EXPECT_EQ(sum_of_weights(graph), sum_of_weights(twin));
      const double others = sum_of_weights(drawn(model.name, shape, 2));
      EXPECT_EQ(sum_of_weights(graph) == others, nodes == 1);
    }
}

TEST(GraphModels, WeightsFollowTheStrengthAndWholeNumbersAreWhole) {
  for (const GraphModel& model : graph_models()) {
    SCOPED_TRACE(model.name);
    const AlignmentGraph graph = drawn(model.name, {2000, 2, 4, 2, true});
    for (const AlignmentEdge& edge : graph.edges) {
      EXPECT_EQ(edge.weight, std::floor(edge.weight));
      EXPECT_LE(edge.weight, 200);
    }
    EXPECT_NEAR(sum_of_weights(graph) / static_cast<double>(graph.edges.size()), 100, 8);
    for (const AlignmentNode& node : graph.nodes) EXPECT_EQ(node.costs[1], std::floor(node.costs[1]));
    EXPECT_EQ(sum_of_weights(drawn(model.name, {20, 2, 4, 0, false})), 0);
  }
}

TEST(GraphModels, AMeshHasTheEdgesOfOne) {
  EXPECT_EQ(drawn("grid", {25, 2, 3, 1, false}).edges.size(), 40U);
  // Five full rows of six, and two more.
  EXPECT_EQ(drawn("grid", {32, 2, 3, 1, false}).edges.size(), 25U + 24U + 1U + 2U);
}

// Graphs that shrink to one node by removing nodes of at most two neighbours and joining these.
TEST(GraphModels, SeriesParallelGraphsReduceToANode) {
  const AlignmentGraph graph = drawn("series-parallel", {150, 2, 3, 1, false});
  auto near = neighbours(graph);
  std::size_t left = graph.size();
  for (bool found = true; found;) {
    found = false;
    for (std::size_t node = 0; node < near.size(); ++node) {
      if (near[node].empty() || near[node].size() > 2) continue;
      const std::vector<std::size_t> ends(near[node].begin(), near[node].end());
      for (const std::size_t end : ends) near[end].erase(node);
      if (ends.size() == 2) {
        near[ends[0]].insert(ends[1]);
        near[ends[1]].insert(ends[0]);
      }
      near[node].clear();
      --left;
      found = true;
    }
  }
  EXPECT_EQ(left, 1U);
}

TEST(GraphModels, PhasesAreDiamondsThatPreferTheSameInTurn) {
  const AlignmentGraph graph = drawn("adi", {400, 4, 3, 1, false});
  EXPECT_EQ(graph.edges.size(), 100U * 4 + 99);
  const auto difference = [&graph](std::size_t a, std::size_t b) {
    double sum = 0;
    for (std::size_t c = 0; c < 4; ++c) sum += std::abs(graph.nodes[a].costs[c] - graph.nodes[b].costs[c]);
    return sum;
  };
  for (std::size_t sweep = 1; sweep + 8 < 400; sweep += 4) {
    SCOPED_TRACE(sweep);
    // The two halves of a uniform number differ by 50 at most.
    EXPECT_LE(difference(sweep, sweep + 8), 200);
    EXPECT_LE(difference(sweep, sweep + 1), 200);
    EXPECT_EQ(*std::ranges::max_element(graph.nodes[sweep - 1].costs), 0);
    EXPECT_EQ(graph.nodes[sweep + 2].costs[0], graph.nodes[sweep + 2].costs[3]);
  }
}

TEST(GraphModels, ZonesExchangeLittle) {
  const AlignmentGraph graph = drawn("zones", {200, 4, 3, 1, false});
  // Eight zones of 25 nodes.
  double outside = 0;
  std::size_t crossing = 0;
  for (const AlignmentEdge& edge : graph.edges)
    if (edge.u / 25 != edge.v / 25) {
      outside += edge.weight;
      EXPECT_LE(edge.weight, 10);
      ++crossing;
    }
  EXPECT_GE(crossing, 7U);
  EXPECT_LE(crossing, 14U);
  EXPECT_LT(outside, 0.02 * sum_of_weights(graph));
}

TEST(GraphModels, GeometricGraphsHaveAboutTheirDegreeAndTriangles) {
  const AlignmentGraph graph = drawn("geometric", {1000, 4, 6, 1, false});
  EXPECT_NEAR(2.0 * static_cast<double>(graph.edges.size()) / 1000, 6, 1);
  const auto near = neighbours(graph);
  std::size_t triangles = 0;
  for (const AlignmentEdge& edge : graph.edges)
    triangles += static_cast<std::size_t>(
        std::ranges::count_if(near[edge.u], [&](std::size_t node) { return near[edge.v].contains(node); }));
  // A random graph of this degree has 36 on average, each counted at its three edges.
  EXPECT_GT(triangles, 3000U);
}

// Accepted once: the graph of a seed must not change.
TEST(GraphModels, DrawWhatTheyDrew) {
  std::vector<double> edges;
  std::vector<double> sums;
  for (const GraphModel& model : graph_models()) {
    const AlignmentGraph graph = drawn(model.name, {40, 3, 3, 0.5, true});
    edges.push_back(static_cast<double>(graph.edges.size()));
    sums.push_back(sum_of_costs(graph) + sum_of_weights(graph));
  }
  EXPECT_THAT(edges, ::testing::ElementsAre(60, 63, 67, 49, 66, 70));
  EXPECT_THAT(sums, ::testing::ElementsAre(7233, 7243, 7703, 3876, 6664, 6909));
}

TEST(GraphModels, AnUnknownOneIsRefused) {
  RandomStream stream(1, "");
  EXPECT_THROW(static_cast<void>(draw_graph("gird", {3, 2, 3, 1, false}, stream)), InputError);
  EXPECT_THROW(static_cast<void>(draw_graph("grid", {0, 2, 3, 1, false}, stream)), InputError);
}

}  // namespace
}  // namespace apportion

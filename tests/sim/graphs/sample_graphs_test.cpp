// The models of random graphs: connected, of their structure, and the same again.
#include "sim/graphs/sample_graphs.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "base/error.hpp"

namespace apportion {
namespace {

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
    // Two halves of a uniform number differ by 50 at most.
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
  // A random graph of this degree has 36 on the mean, each counted at its three edges.
  EXPECT_GT(triangles, 3000U);
}

// Accepted once: what a seed draws must not change.
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

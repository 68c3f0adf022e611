// What the paper leaves open beside collapsing: clustering from the bottom up, levels; and CC as printed.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "algorithms/graphs/algorithm1.hpp"
#include "sim/graphs/sample_graphs.hpp"
#include "tests/support/graphs.hpp"

namespace apportion {
namespace {

using testing_support::graphs;

TEST(BottomUpClustering, MergesWhatSavesMost) {
  // c and d save their edge of 5 for 1, then a and b theirs for 2. All in one would save the edge of 1 for 2.
  const AlignmentGraph graph{.candidates = {"p", "q"},
                             .nodes = {{"a", {0, 4}}, {"b", {2, 0}}, {"c", {5, 0}}, {"d", {0, 1}}},
                             .edges = {{0, 1, 5}, {2, 3, 5}, {1, 2, 1}}};
  const GraphSolution solution = solve_graph_by("bottom-up-clustering", graph);
  EXPECT_EQ(solution.labels, (Labelling{0, 0, 1, 1}));
  EXPECT_EQ(solution.cost, 2 + 1 + 1);
  EXPECT_GT(solution.counters.evaluations, 0);
}

TEST(BottomUpClustering, FindsTheOptimaOfTheExamples) {
  EXPECT_EQ(solve_graph_by("bottom-up-clustering", ladder_graph()).cost, 146);
  for (const double rho : {1.0, 499.0, 501.0})
    EXPECT_EQ(solve_graph_by("bottom-up-clustering", two_zone_graph(rho)).cost, rho < 500 ? 2000 * rho + 7e6 : 8e6);
  for (const double rho : {10.0, 39.0, 41.0})
    EXPECT_EQ(solve_graph_by("bottom-up-clustering", adi_graph(rho)).cost, rho < 40 ? 672 + 16 * rho : 1312);
}

// Costs that forbid a candidate took the digits of all others, and the labelling kept was not the cheapest on the way.
TEST(BottomUpClustering, KeepsTheDigitsOfSmallCosts) {
  const AlignmentGraph graph{.candidates = {"p", "q", "r"},
                             .nodes = {{"a", {0.6, 0.2, 0.6}},
                                       {"b", {0.2, 0.8, 0.3}},
                                       {"c", {0.4, 1e30, 0.9}},
                                       {"d", {0.9, 1e30, 0.5}},
                                       {"e", {0.3, 0.1, 1e30}}},
                             .edges = {{1, 4, 0.4}, {4, 0, 0.6}, {2, 3, 1e30}, {4, 2, 1e30}, {3, 1, 0.2}}};
  EXPECT_NEAR(solve_graph_by("bottom-up-clustering", graph).cost, best_static(graph).cost, 1e-12);
}

TEST(BottomUpClustering, RefusesWhatWouldTakeTooLong) {
  AlignmentGraph graph{.candidates = {"a"}, .nodes = {}, .edges = {}};
  graph.nodes.assign(10001, {"node", {1}});
  EXPECT_THROW((void)solve_graph_by("bottom-up-clustering", graph), InputError);
}

// It begins with every node at its local minimum and ends with static components.
RC_GTEST_PROP(BottomUpClustering, IsNoWorseThanBothItsEnds, ()) {
  const AlignmentGraph graph = *graphs(10, 4);
  Labelling local;
  for (const AlignmentNode& node : graph.nodes)
    local.push_back(static_cast<std::size_t>(std::ranges::min_element(node.costs) - node.costs.begin()));
  const GraphSolution solution = solve_graph_by("bottom-up-clustering", graph);
  const double slack = 1e-9 * (1 + solution.cost);
  RC_ASSERT(solution.cost <= completion_time(graph, local) + slack);
  RC_ASSERT(solution.cost <= solution.static_cost + slack);
}

AlignmentGraph sparse_graph(int number) {
  RandomStream stream(5, std::to_string(number));
  return random_graph({24, 4, 3, 0.5, false}, stream);
}

TEST(Levels, LimitHowOftenSetsAreDivided) {
  for (int number = 0; number < 10; ++number) {
    const AlignmentGraph graph = sparse_graph(number);
    const GraphSolution once = solve_graph_by("algorithm1-cc[levels=1]", graph);
    EXPECT_EQ(once.counters.partitions, 1);
    const GraphSolution twice = solve_graph_by("algorithm1-cc[levels=2]", graph);
    EXPECT_LE(twice.counters.partitions, 3);
    const GraphSolution unlimited = solve_graph_by("algorithm1-cc", graph);
    EXPECT_EQ(solve_graph_by("algorithm1-cc[levels=24]", graph).labels, unlimited.labels);
    EXPECT_LE(once.cost, once.static_cost);
    EXPECT_FALSE(once.proven_optimal);
  }
}

// Golden section from [0, 1] to 1e-6 evaluates (3) 31 times, and (2) is not looked at. Nodes of equal costs leave
// nothing to search for: one of the ladder's partitions.
TEST(CcAsPrinted, EvaluatesTheContinuousObjectiveOnly) {
  for (const AlignmentGraph& graph : {ladder_graph(), two_zone_graph(100), adi_graph(10)}) {
    const GraphSolution solution = solve_graph_by("algorithm1-cc[paper]", graph);
    const std::int64_t searched = solution.counters.partitions - (graph.name == "ladder" ? 1 : 0);
    EXPECT_GT(searched, 0) << graph.name;
    EXPECT_EQ(solution.counters.evaluations, 31 * searched) << graph.name;
  }
}

// Both signs and the ends of the segment can only help.
TEST(CcAsPrinted, IsNoBetterThanBothSignsAndTheEnds) {
  int worse = 0;
  for (int number = 0; number < 40; ++number) {
    const AlignmentGraph graph = sparse_graph(number);
    const Subgraph whole = whole_subgraph(graph);
    GraphCounters counters;
    const auto cost = [&](SegmentSearch search) {
      const Sides sides = partition_by_combinations(whole, {.savings = true, .search = search}, counters);
      return Bipartition(whole, sides, counters).objective();
    };
    EXPECT_GE(cost(SegmentSearch::printed), cost(SegmentSearch::golden));
    if (cost(SegmentSearch::printed) > cost(SegmentSearch::golden)) ++worse;
  }
  EXPECT_GT(worse, 0);
}

TEST(CcAsPrinted, DividesTheTwoZonesDownTheMiddle) {
  for (const double rho : {1.0, 499.0, 5000.0}) {
    const AlignmentGraph graph = two_zone_graph(rho);
    const Subgraph whole = whole_subgraph(graph);
    GraphCounters counters;
    const Sides sides = partition_by_combinations(whole, {.savings = true, .search = SegmentSearch::printed}, counters);
    EXPECT_EQ(Bipartition(whole, sides, counters).objective(), 2000 * rho + 7e6);
  }
}

}  // namespace
}  // namespace apportion

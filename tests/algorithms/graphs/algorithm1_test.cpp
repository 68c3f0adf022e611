// Algorithm 1, its refinement and partitioners, collapsed sets, and the open ends of the paper.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "algorithms/graphs/algorithm1.hpp"
#include "algorithms/graphs/subgraph.hpp"
#include "sim/graphs/sample_graphs.hpp"
#include "tests/support/graphs.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

using testing_support::graphs;

Subgraph part(const AlignmentGraph& graph, const std::vector<std::size_t>& members) {
  std::vector<std::size_t> which(graph.size(), 0);
  for (const std::size_t node : members) which[node] = 1;
  return part_of(whole_subgraph(graph), which, 1);
}

TEST(Termination, QuantitiesOfTheTwoZones) {
  const AlignmentGraph graph = two_zone_graph(100);
  const Subgraph whole = whole_subgraph(graph);
  EXPECT_EQ(dissension(whole), 1e6);  // Section 6
  EXPECT_EQ(boundary_cost(whole), 0);
  EXPECT_EQ(min_cut(whole), 2000 * 100);
  EXPECT_FALSE(static_by_min_cut(whole));
  EXPECT_TRUE(static_by_min_cut(whole_subgraph(two_zone_graph(500))));
  const Subgraph zone = part(graph, {0, 1, 2, 3});
  EXPECT_EQ(boundary_cost(zone), 2000 * 100);
  EXPECT_TRUE(is_unanimous(zone));
  EXPECT_EQ(least_regret(zone), 0);
  EXPECT_EQ(min_cut(zone), 4e8);  // one edge holds the section of f
  EXPECT_TRUE(static_by_unanimity(zone));
  // f, its fanout and SEC= are connected by equal edges, so that no single node follows another.
  EXPECT_FALSE(static_by_accretion(zone));
  EXPECT_TRUE(static_by_accretion(part(graph, {1, 2})));
  EXPECT_FALSE(static_by_accretion(whole));
}

TEST(Termination, QuantitiesOfAdi) {
  const AlignmentGraph graph = adi_graph(10);
  const Subgraph whole = whole_subgraph(graph);
  EXPECT_EQ(dissension(whole), 1312 - 672);
  EXPECT_EQ(min_cut(whole), 160);
  const Subgraph rows = part(graph, {1, 3});
  EXPECT_EQ(boundary_cost(rows), 10 * 16 * 3);
  EXPECT_EQ(least_cost(rows, 0), 160);
  EXPECT_EQ(greatest_cost(rows, 0), 640);
}

TEST(Termination, OneCandidateIsStaticByUnanimity) {
  const AlignmentGraph graph{
      .candidates = {"only"}, .nodes = {{"a", {1}}, {"b", {2}}, {"c", {9}}}, .edges = {{0, 1, 5}, {1, 2, 1}}};
  EXPECT_EQ(least_regret(whole_subgraph(graph)), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(static_by_unanimity(whole_subgraph(graph)));
  const GraphSolution solution = solve_graph_by("algorithm1-cc[lemma2]", graph);
  EXPECT_TRUE(solution.proven_optimal);
  EXPECT_EQ(solution.counters.ended_by_lemma2, 1);
}

TEST(Algorithm1, EachLemmaIsCountedOnItsOwnSwitch) {
  const AlignmentGraph graph = two_zone_graph(600);
  for (const char* lemma : {"lemma1", "lemma2"}) {
    const GraphSolution solution = solve_graph_by(std::string("algorithm1-cc[") + lemma + "]", two_zone_graph(100));
    EXPECT_EQ(solution.cost, 7.2e6) << lemma;
    EXPECT_EQ(solution.counters.ended_by_test, 0) << lemma;
    const std::string name = lemma;
    EXPECT_EQ(solution.counters.ended_by_lemma1 > 0, name == "lemma1") << lemma;
    EXPECT_EQ(solution.counters.ended_by_lemma2 > 0, name == "lemma2") << lemma;
    EXPECT_EQ(solution.counters.ended_by_lemma3, 0) << lemma;
  }
  EXPECT_EQ(solve_graph_by("algorithm1-cc[lemma1]", graph).counters.ended_by_lemma1, 1);
  EXPECT_TRUE(solve_graph_by("algorithm1-cc[lemma1]", graph).proven_optimal);
  const AlignmentGraph path{.candidates = {"a", "b"},
                            .nodes = {{"x", {0, 1}}, {"y", {1, 0}}, {"z", {0, 1}}},
                            .edges = {{0, 1, 10}, {1, 2, 10}}};
  EXPECT_EQ(solve_graph_by("algorithm1-cc[lemma3]", path).counters.ended_by_lemma3, 1);
  EXPECT_EQ(solve_graph_by("algorithm1-cc[lemma3]", path).cost, 1);
  const GraphSolution exhausted = solve_graph_by("algorithm1-cc[exhaust]", graph);
  EXPECT_EQ(exhausted.counters.ended_by_test, 0);
  EXPECT_GT(exhausted.counters.partitions, 1);
  EXPECT_EQ(exhausted.cost, 8e6);
}

TEST(Algorithm1, TheTestOnTheSubgraphAloneSavesPartitionsAndChangesNoAnswer) {
  for (int k = 0; k < 40; ++k) {
    SCOPED_TRACE(k);
    RandomStream stream(3, std::to_string(k));
    const AlignmentGraph graph = random_graph({12, 3, 3, 0.5, false}, stream);
    const GraphSolution tested = solve_graph_by("algorithm1-cc", graph);
    const GraphSolution exhausted = solve_graph_by("algorithm1-cc[exhaust]", graph);
    EXPECT_EQ(tested.labels, exhausted.labels);
    EXPECT_LE(tested.counters.partitions, exhausted.counters.partitions);
  }
}

RC_GTEST_PROP(Refinement, NeverMakesAPartitionDearerOrOneSided, ()) {
  const AlignmentGraph graph = *graphs(9, 4);
  RC_PRE(graph.size() >= 2U);
  const Subgraph whole = whole_subgraph(graph);
  Sides sides = first_node_aside(whole.size());
  for (std::size_t node = 1; node + 1 < whole.size(); ++node) sides[node] = *rc::gen::arbitrary<bool>();
  GraphCounters counters;
  const Sides refined = refine(whole, sides, counters);
  RC_ASSERT(!is_one_sided(refined));
  const double before = Bipartition(whole, sides, counters).objective();
  RC_ASSERT(Bipartition(whole, refined, counters).objective() <= before);
}

TEST(Refinement, LeavesALocalMinimumByARowOfMoves) {
  // From node 1 aside, every single move costs more; moving the rest of its half does not.
  const AlignmentGraph graph = two_zone_graph(100);
  const Subgraph whole = whole_subgraph(graph);
  GraphCounters counters;
  const Sides refined = refine(whole, first_node_aside(whole.size()), counters);
  EXPECT_EQ(Bipartition(whole, refined, counters).objective(), 7.2e6);
}

TEST(Refusals, NameWhatToUseInstead) {
  const auto message = [](const char* algorithm, const AlignmentGraph& graph) -> std::string {
    return message_of([&] { (void)solve_graph_by(algorithm, graph); });
  };
  RandomStream stream(1, "wide");
  const AlignmentGraph wide = random_graph({3100, 2, 2.5, 0.1, false}, stream);
  EXPECT_THAT(message("algorithm1-cc", wide), HasSubstr("algorithm1-flow takes more"));
  EXPECT_THAT(message("algorithm1-nl", wide), HasSubstr("up to 500 connected nodes"));
  EXPECT_THAT(message("exhaustive", wide), HasSubstr("optimal takes more"));
  EXPECT_THAT(message("max-flow", adi_graph(1)), HasSubstr("up to 2 candidates, and there are 3"));
  EXPECT_THAT(message("algorithm1-nl[starts=0]", adi_graph(1)), HasSubstr("a whole number from 1 to 100000000"));
  RandomStream dense_stream(1, "dense");
  const AlignmentGraph dense = random_graph({25, 5, 20, 0.1, false}, dense_stream);
  EXPECT_THAT(message("elimination", dense), HasSubstr("table entries"));
  const GraphSolution solution = solve_graph_by("algorithm1-flow", wide);
  EXPECT_LE(solution.cost, solution.static_cost);
}

TEST(Nl, CountsItsStarts) {
  const GraphSolution solution = solve_graph_by("algorithm1-nl[starts=3]", adi_graph(10));
  EXPECT_EQ(solution.counters.starts, 3 * solution.counters.partitions);
  EXPECT_GE(solution.counters.failed_starts, 0);
  EXPECT_GT(solution.counters.evaluations, 3);
}

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

// Whole arrays hold each zone together: only Lemma 2 detects that, since no node follows another one.
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
    EXPECT_EQ(solve_graph_by("bottom-up-clustering", two_zone_graph(rho)).cost, rho < 500 ? 2000 * rho + 7e6 : 8e6)
        << rho;
  for (const double rho : {10.0, 39.0, 41.0})
    EXPECT_EQ(solve_graph_by("bottom-up-clustering", adi_graph(rho)).cost, rho < 40 ? 672 + 16 * rho : 1312) << rho;
}

// Costs that forbid a candidate once took all digits, and the labelling kept was not the cheapest on the way.
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

// The algorithm begins with every node at its local minimum and ends with static components.
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
    SCOPED_TRACE(number);
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

// Golden section from [0, 1] to 1e-6 evaluates (3) 31 times, and (2) never. With equal costs of nodes there is nothing
// to search: one of the ladder's partitions.
TEST(CcAsPrinted, EvaluatesTheContinuousObjectiveOnly) {
  for (const AlignmentGraph& graph : {ladder_graph(), two_zone_graph(100), adi_graph(10)}) {
    const GraphSolution solution = solve_graph_by("algorithm1-cc[paper]", graph);
    const std::int64_t searched = solution.counters.partitions - (graph.name == "ladder" ? 1 : 0);
    EXPECT_GT(searched, 0) << graph.name;
    EXPECT_EQ(solution.counters.evaluations, 31 * searched) << graph.name;
  }
}

// Both signs and the ends of the segment never make it worse.
TEST(CcAsPrinted, IsNoBetterThanBothSignsAndTheEnds) {
  int worse = 0;
  for (int number = 0; number < 40; ++number) {
    SCOPED_TRACE(number);
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
    SCOPED_TRACE(rho);
    const AlignmentGraph graph = two_zone_graph(rho);
    const Subgraph whole = whole_subgraph(graph);
    GraphCounters counters;
    const Sides sides = partition_by_combinations(whole, {.savings = true, .search = SegmentSearch::printed}, counters);
    EXPECT_EQ(Bipartition(whole, sides, counters).objective(), 2000 * rho + 7e6);
  }
}

}  // namespace
}  // namespace apportion

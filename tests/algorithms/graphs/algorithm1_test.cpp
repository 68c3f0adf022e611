// Algorithm 1 and its partitioners: the lemmas, refinement, refusals, counters.
#include "algorithms/graphs/algorithm1.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

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
  EXPECT_EQ(min_cut(zone), 4e8);  // f section hangs on one edge
  EXPECT_TRUE(static_by_unanimity(zone));
  // f, its fanout and SEC= hang on each other by equal edges, so that none of them follows another one alone.
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
  EXPECT_THAT(message("algorithm1-nl[starts=0]", adi_graph(1)), HasSubstr("at least one start"));
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

}  // namespace
}  // namespace apportion

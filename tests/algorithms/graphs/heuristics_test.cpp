// Local searches and the portfolio: their starts and results, and the portfolio's guarantees.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "algorithms/graphs/heuristics.hpp"
#include "algorithms/graphs/whole_graph.hpp"
#include "sim/graphs/sample_graphs.hpp"
#include "tests/support/graphs.hpp"
#include "tests/support/registry.hpp"

namespace apportion {
namespace {

using testing_support::graphs;

double expanded_cost(const AlignmentGraph& graph, const Labelling& start) {
  const WholeGraph whole = whole_costs(graph).graph;
  const Labelling labels = expanded_labels(whole, restricted(whole, start));
  return completion_time(graph, labels);
}

// Leaving "block" needs two candidates at once.
TEST(AlphaExpansion, NeedsItsThirdStartOnAdi) {
  for (const auto& [rho, optimum] : {std::pair{30.0, 1152.0}, std::pair{39.0, 1296.0}}) {
    const AlignmentGraph graph = adi_graph(rho);
    EXPECT_EQ(expanded_cost(graph, static_labels(graph)), 1312) << rho;
    EXPECT_EQ(expanded_cost(graph, least_cost_labels(graph)), 1312) << rho;
    for (const char* name : {"alpha-expansion", "alpha-expansion[divided=0]"})
      EXPECT_EQ(solve_graph_by(name, graph).cost, optimum) << name << " at " << rho;
  }
}

RC_GTEST_PROP(AlphaExpansion, CostsNoMoreThanItsStartsNorTwiceTheOptimum, ()) {
  const AlignmentGraph graph = *graphs(7, 4);
  const double cost = solve_graph_by("alpha-expansion", graph).cost;
  const double optimum = solve_graph_by("exhaustive", graph).cost;
  const double slack = 1e-9 * (1 + optimum);
  RC_ASSERT(cost <= solve_graph_by("best-static", graph).cost + slack);
  RC_ASSERT(cost <= solve_graph_by("algorithm1-cc", graph).cost + slack);
  RC_ASSERT(cost <= 2 * optimum + slack);
}

RC_GTEST_PROP(Icm, EndsWhereNoSingleNodeGains, ()) {
  const AlignmentGraph graph = *graphs(8, 4);
  const WholeGraph whole = whole_costs(graph).graph;
  const Labelling labels = descended_labels(whole, cheapest_labels(whole), 1000);
  const Whole cost = cost_of(whole, labels);
  for (std::size_t v = 0; v < labels.size(); ++v)
    for (const std::uint32_t label : whole.nodes[v].labels) {
      Labelling moved = labels;
      moved[v] = label;
      RC_ASSERT(cost_of(whole, moved) >= cost);
    }
}

// A path whose ends pull apart: node by node, the middle follows its own costs.
TEST(Icm, StopsInALocalOptimum) {
  const AlignmentGraph graph{.candidates = {"a", "b"},
                             .nodes = {{"x", {0, 10}}, {"y", {3, 2}}, {"z", {3, 2}}},
                             .edges = {{0, 1, 4}, {1, 2, 5}}};
  EXPECT_EQ(solve_graph_by("best-static", graph).cost, 6);
  EXPECT_EQ(expanded_cost(graph, least_cost_labels(graph)), 6);
  const WholeGraph whole = whole_costs(graph).graph;
  const Labelling labels = descended_labels(whole, {0, 1, 1}, 100);
  EXPECT_EQ(labels, (Labelling{0, 1, 1}));
  EXPECT_EQ(solve_graph_by("icm", graph).cost, 6);
}

void expect_best_is_least(const AlignmentGraph& graph, const std::string& what) {
  const GraphSolution best = solve_graph_by("best", graph);
  EXPECT_GE(best.lower_bound, local_minima(graph) * (1 - 1e-9)) << what;
  EXPECT_LE(best.lower_bound, best.cost) << what;
  for (const Configured<GraphAlgorithm>& chosen : GraphRegistry::instance().entries()) {
    const std::string name = chosen.canonical_name();
    // Skipped, since a hundred nodes take several seconds.
    if (graph.size() > 20 && (chosen.algorithm->name == "algorithm1-nl" || name == "exhaustive")) continue;
    if (name == "max-flow" || name == "elimination") continue;
    const GraphSolution other = solve_graph_by(name, graph);
    EXPECT_LE(best.cost, other.cost * (1 + 1e-9)) << name << " on " << what;
  }
}

TEST(Best, IsNeverWorseThanTheOthers) {
  for (int number = 0; number < 24; ++number) {
    SCOPED_TRACE(number);
    RandomStream stream(31, std::to_string(number));
    const double strength = 0.1 * static_cast<double>(1 + number % 12);
    expect_best_is_least(random_graph({10, 4, 3, strength, number % 2 == 0}, stream), std::to_string(number));
  }
}

// The relaxation is not tight here, so that the own search does not suffice.
TEST(Best, IsNeverWorseThanTheOthersWithHardlyAnySearch) {
  for (int number = 0; number < 4; ++number) {
    SCOPED_TRACE(number);
    RandomStream stream(32, std::to_string(number));
    const AlignmentGraph graph = random_graph({40, 6, 6, 0.3, false}, stream);
    const GraphSolution best = solve_graph_by("best[passes=1,messages=0,nodes=1]", graph);
    for (const char* name : {"best-static", "icm", "alpha-expansion", "algorithm1-cc", "algorithm1-cc[kernighan-lin]",
                             "algorithm1-flow", "bottom-up-clustering"})
      EXPECT_LE(best.cost, solve_graph_by(name, graph).cost) << name << " on " << number;
    const GraphSolution optimal = solve_graph_by("optimal", graph);
    ASSERT_TRUE(optimal.proven_optimal);
    EXPECT_LE(best.lower_bound, optimal.cost * (1 + 1e-9)) << number;
    EXPECT_LE(optimal.cost, solve_graph_by("best", graph).cost * (1 + 1e-9)) << number;
  }
}

// A few passes do not prove the optimum of this graph; the greater limit for small graphs does.
TEST(Best, ProvesWhatNeedsMoreThanItsPasses) {
  RandomStream stream(34, "proof");
  const AlignmentGraph graph = random_graph({200, 20, 6, 0.3, false}, stream);
  EXPECT_FALSE(solve_graph_by("best[passes=1,messages=0,divided=0]", graph).proven_optimal);
  EXPECT_TRUE(solve_graph_by("best[passes=1]", graph).proven_optimal);
}

TEST(Best, HasABoundFarAboveTheLeastCosts) {
  RandomStream stream(33, "bound");
  const AlignmentGraph graph = random_graph({1000, 20, 3, 0.5, false}, stream);
  const GraphSolution best = solve_graph_by("best", graph);
  EXPECT_LE(best.cost - best.lower_bound, 0.005 * best.cost);
  EXPECT_GT(best.lower_bound, 1.5 * local_minima(graph));
}

}  // namespace
}  // namespace apportion

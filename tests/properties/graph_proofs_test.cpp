// Claims of exact methods, with costs that forbid candidates, compared with all labellings.
#include <gtest/gtest.h>

#include <boost/random/uniform_01.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <optional>
#include <string>

#include "algorithms/graphs/optimal.hpp"
#include "sim/graphs/sample_graphs.hpp"
#include "tests/support/graphs.hpp"

namespace apportion {
namespace {

constexpr double open_in_proof = 1e-9;

std::size_t below(std::size_t bound, RandomStream& stream) {
  return boost::random::uniform_int_distribution<std::size_t>(0, bound - 1)(stream);
}

double up_to(double high, RandomStream& stream) { return high * boost::random::uniform_01<double>()(stream); }

// Forbids labels by costs of random magnitude, equal throughout the graph or not.
void forbid(AlignmentGraph& graph, std::size_t of_ten, RandomStream& stream) {
  const double magnitude = std::pow(10, 6 + up_to(9, stream));
  const bool all_alike = below(2, stream) == 0;
  for (AlignmentNode& node : graph.nodes)
    for (double& cost : node.costs)
      if (below(10, stream) < of_ten) cost = all_alike ? magnitude : std::pow(10, 6 + up_to(9, stream));
}

AlignmentGraph graph_with_forbidding_costs(int number) {
  RandomStream stream(21, std::to_string(number));
  const std::size_t candidates = 1 + below(4, stream);
  const std::size_t nodes = 1 + below(candidates == 4 ? 6 : 7, stream);
  const double degree = up_to(static_cast<double>(nodes), stream);
  AlignmentGraph graph = random_graph({nodes, candidates, degree, up_to(1.5, stream), below(2, stream) == 0}, stream);
  if (below(3, stream) == 0) graph.rho = std::pow(10, up_to(8, stream) - 4);
  forbid(graph, below(8, stream), stream);
  if (!graph.edges.empty() && below(5, stream) == 0) graph.edges[0].weight = std::pow(10, up_to(15, stream));
  return graph;
}

void expect_true_claims(const std::string& what, const GraphSolution& solution, double optimum) {
  EXPECT_LE(solution.lower_bound, optimum * (1 + open_in_proof)) << what;
  EXPECT_LE(solution.lower_bound, solution.cost) << what;
  EXPECT_GE(solution.cost, optimum * (1 - open_in_proof)) << what;
  if (!solution.proven_optimal) return;
  EXPECT_LE(solution.cost, optimum * (1 + open_in_proof)) << what;
  EXPECT_GE(solution.lower_bound, solution.cost * (1 - open_in_proof)) << what;
}

TEST(Proofs, AreTrueBesideForbiddingCosts) {
  for (int number = 0; number < 2000; ++number) {
    SCOPED_TRACE(number);
    const AlignmentGraph graph = graph_with_forbidding_costs(number);
    const double optimum = solve_graph_by("exhaustive", graph).cost;
    for (const char* name : {"optimal", "elimination", "max-flow"}) {
      SCOPED_TRACE(name);
      if (graph.candidates.size() > 2 && std::string(name) == "max-flow") continue;
      const GraphSolution solution = solve_graph_by(name, graph);
      expect_true_claims(name + (" on graph " + std::to_string(number)), solution, optimum);
      EXPECT_TRUE(solution.proven_optimal) << name << " on graph " << number;
    }
    // Graphs this narrow never reach the search on their own.
    const WholeCosts costs = whole_costs(graph);
    const GraphSolution searched_for = solution_of(graph, costs, searched(costs, costs.known, {100, 1'000'000}));
    expect_true_claims("the search on graph " + std::to_string(number), searched_for, optimum);
    EXPECT_TRUE(searched_for.proven_optimal) << number;
  }
}

TEST(Proofs, OfHeuristicsAndTheirBoundsAreTrue) {
  for (int number = 0; number < 100; ++number) {
    const AlignmentGraph graph = graph_with_forbidding_costs(number);
    const double optimum = solve_graph_by("exhaustive", graph).cost;
    for (const Configured<GraphAlgorithm>& chosen : GraphRegistry::instance().entries()) {
      SCOPED_TRACE(::testing::Message() << number << ' ' << chosen.canonical_name());
      const std::string name = chosen.canonical_name();
      if (graph.candidates.size() > 2 && name == "max-flow") continue;
      expect_true_claims(name + " on graph " + std::to_string(number), solve_graph_by(name, graph), optimum);
    }
  }
}

TEST(Proofs, CompleteGraphsOfThirteenNodes) {
  for (const double forbidding : {1e9, 1e12})
    for (int number = 0; number < 3; ++number) {
      RandomStream stream(22, std::to_string(number));
      AlignmentGraph graph = random_graph({13, 3, 12, 0.1, true}, stream);
      for (AlignmentNode& node : graph.nodes)
        for (double& cost : node.costs)
          if (below(10, stream) < 3) cost = forbidding;
      const double optimum = solve_graph_by("exhaustive", graph).cost;
      const GraphSolution solution = solve_graph_by("optimal", graph);
      EXPECT_TRUE(solution.proven_optimal);
      EXPECT_EQ(solution.cost, optimum);
      EXPECT_EQ(solution.lower_bound, optimum);
    }
}

// Too large for brute force: compares two proofs that have little in common.
TEST(Proofs, BySearchAndByTablesAgreeOnEveryFamily) {
  int compared = 0;
  for (const GraphModel& model : graph_models())
    for (int number = 0; number < 4; ++number) {
      SCOPED_TRACE(number);
      RandomStream stream(26, model.name + std::to_string(number));
      const std::size_t nodes = 20 + below(21, stream);
      const std::size_t candidates = 3 + below(2, stream);
      const double degree = 3 + up_to(1, stream);
      AlignmentGraph graph = draw_graph(model.name,
                                        {.nodes = nodes,
                                         .candidates = candidates,
                                         .mean_degree = degree,
                                         .strength = 0.3 + up_to(0.7, stream),
                                         .whole = number % 2 == 0},
                                        stream);
      if (number >= 2) forbid(graph, 3, stream);
      const WholeCosts costs = whole_costs(graph);
      const GraphSolution search = solution_of(graph, costs, searched(costs, costs.known, {1'000'000, 100'000'000}));
      const std::string what = model.name + " " + std::to_string(number);
      EXPECT_TRUE(search.proven_optimal) << what;
      const std::optional<Labelling> by_tables = elimination_optimum(costs.graph, 20'000'000);
      if (!by_tables) continue;
      ++compared;
      const GraphSolution tables = solve_graph_by("elimination", graph);
      expect_true_claims(what, search, tables.cost);
      expect_true_claims(what, tables, search.cost);
    }
  EXPECT_GE(compared, 10);
}

TEST(Proofs, FourNodesWithManyForbiddenCandidates) {
  for (int number = 0; number < 10; ++number) {
    RandomStream stream(23, std::to_string(number));
    AlignmentGraph graph = random_graph({4, 32, 3, 0.5, true}, stream);
    for (AlignmentNode& node : graph.nodes)
      for (double& cost : node.costs)
        if (below(10, stream) < 8) cost = 1e12;
    const double optimum = solve_graph_by("exhaustive", graph).cost;
    for (const char* name : {"optimal", "elimination"}) {
      const GraphSolution solution = solve_graph_by(name, graph);
      EXPECT_TRUE(solution.proven_optimal) << name;
      EXPECT_EQ(solution.cost, optimum) << name;
    }
  }
}

// Costs that take each other's digits, and sums near the limits of floating point.
TEST(Proofs, AtTheEndsOfTheRangeOfCosts) {
  for (const double unit : {1e-300, 1e-25, 1e25, 1e140})
    for (int number = 0; number < 5; ++number) {
      RandomStream stream(24, std::to_string(number));
      AlignmentGraph graph = random_graph({6, 3, 3, 0.5, false}, stream);
      for (AlignmentNode& node : graph.nodes)
        for (double& cost : node.costs) cost *= unit;
      graph.rho = unit;
      forbid(graph, number == 0 ? 0 : 3, stream);
      const double optimum = solve_graph_by("exhaustive", graph).cost;
      for (const char* name : {"optimal", "elimination"}) {
        SCOPED_TRACE(::testing::Message() << unit << ' ' << number << ' ' << name);
        const GraphSolution solution = solve_graph_by(name, graph);
        EXPECT_TRUE(solution.proven_optimal) << name << " at " << unit;
        expect_true_claims(name, solution, optimum);
      }
    }
}

AlignmentGraph complete_graph() {
  RandomStream stream(25, "complete");
  return random_graph({150, 10, 149, 0.02, false}, stream);
}

TEST(Limits, OneNodeGivesALabellingAndABound) {
  const AlignmentGraph graph = complete_graph();
  for (const char* name : {"optimal[nodes=1]", "optimal[messages=0]"}) {
    const GraphSolution solution = solve_graph_by(name, graph);
    EXPECT_EQ(solution.labels.size(), 150U) << name;
    EXPECT_LE(solution.cost, solution.static_cost) << name;
    EXPECT_GE(solution.lower_bound, local_minima(graph) * (1 - open_in_proof)) << name;
    EXPECT_LE(solution.lower_bound, solution.cost) << name;
  }
}

// The relaxation is not tight there, so that a proof needs a search.
TEST(Limits, BindTheSearch) {
  RandomStream stream(26, "loose");
  const AlignmentGraph graph = random_graph({150, 12, 6, 0.3, false}, stream);
  const WholeCosts costs = whole_costs(graph);
  const WholeAnswer one = searched(costs, costs.known, {.nodes = 1, .messages = 1'000'000'000});
  EXPECT_EQ(one.counts.nodes, 1);
  const GraphSolution unproven = solution_of(graph, costs, one);
  EXPECT_FALSE(unproven.proven_optimal);
  const WholeAnswer few = searched(costs, costs.known, {.nodes = 1000, .messages = 1'000'000});
  // At least one round of passes, at most that much beyond the limit.
  EXPECT_LE(few.counts.messages, 2'000'000);
  const WholeAnswer enough = searched(costs, costs.known, {.nodes = 10'000, .messages = 1'000'000'000});
  const GraphSolution proven = solution_of(graph, costs, enough);
  EXPECT_TRUE(proven.proven_optimal);
  EXPECT_GT(enough.counts.nodes, 1);
  EXPECT_LE(proven.cost, unproven.cost);
  EXPECT_GE(proven.lower_bound, unproven.lower_bound);
}

}  // namespace
}  // namespace apportion

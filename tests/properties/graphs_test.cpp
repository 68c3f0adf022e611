// Properties of every registered graph algorithm, alone and against all labellings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/graphs.hpp"
#include "tests/support/registry.hpp"

namespace apportion {
namespace {

using testing_support::graphs;

// std::nullopt where the algorithm refuses this many candidates.
std::optional<GraphSolution> answer_of(const std::string& name, const AlignmentGraph& graph) {
  if (name == "max-flow" && graph.candidates.size() > 2) return std::nullopt;
  return solve_graph_by(name, graph);
}

bool is_exact(const std::string& name) {
  return name == "max-flow" || name == "elimination" || name == "exhaustive" || name == "optimal" || name == "best";
}

RC_GTEST_PROP(GraphAlgorithms, AnswersAreLabellingsWithTheirCosts, ()) {
  const AlignmentGraph graph = *graphs(7, 4);
  const double optimum = solve_graph_by("exhaustive", graph).cost;
  const double slack = 1e-9 * (1 + optimum);
  for (const std::string& name : testing_support::entry_names<GraphAlgorithm>()) {
    RC_TAG(name);
    const std::optional<GraphSolution> solution = answer_of(name, graph);
    if (!solution) continue;
    RC_ASSERT(solution->labels.size() == graph.size());
    for (const std::size_t label : solution->labels) RC_ASSERT(label < graph.candidates.size());
    RC_ASSERT(std::abs(solution->cost - completion_time(graph, solution->labels)) <= slack);
    RC_ASSERT(solution->static_cost == best_static(graph).cost);
    RC_ASSERT(solution->cost <= solution->static_cost + slack);
    RC_ASSERT(solution->cost >= optimum - slack);
    if (is_exact(name)) RC_ASSERT(solution->proven_optimal);
    if (solution->proven_optimal) RC_ASSERT(solution->cost <= optimum + slack);
  }
}

RC_GTEST_PROP(GraphAlgorithms, AnswerTheSameAgain, ()) {
  const AlignmentGraph graph = *graphs(8, 3);
  for (const std::string& name : testing_support::entry_names<GraphAlgorithm>()) {
    const std::optional<GraphSolution> once = answer_of(name, graph);
    if (!once) continue;
    RC_ASSERT(once->labels == answer_of(name, graph)->labels);
  }
}

// Doubling is exact in binary: only the units change.
RC_GTEST_PROP(GraphAlgorithms, ScaleWithTheCosts, ()) {
  const AlignmentGraph graph = *graphs(7, 3);
  AlignmentGraph doubled = graph;
  for (AlignmentNode& node : doubled.nodes)
    for (double& cost : node.costs) cost *= 2;
  doubled.rho *= 2;
  for (const char* name : {"best-static", "algorithm1-cc", "algorithm1-cc[kernighan-lin]", "algorithm1-flow",
                           "alpha-expansion", "optimal", "best"})
    RC_ASSERT(solve_graph_by(name, doubled).cost == 2 * solve_graph_by(name, graph).cost);
}

// The cost of a disconnected graph is the sum over its parts.
RC_GTEST_PROP(GraphAlgorithms, SolveComponentsByThemselves, ()) {
  AlignmentGraph graph = *graphs(5, 3);
  const double once = solve_graph_by("algorithm1-cc", graph).cost;
  const std::size_t n = graph.size();
  const std::vector<AlignmentEdge> edges = graph.edges;
  for (std::size_t node = 0; node < n; ++node)
    graph.nodes.push_back({"twin " + std::to_string(node), graph.nodes[node].costs});
  for (const AlignmentEdge& edge : edges) graph.edges.push_back({edge.u + n, edge.v + n, edge.weight});
  RC_ASSERT(std::abs(solve_graph_by("algorithm1-cc", graph).cost - 2 * once) <= 1e-9 * (1 + once));
}

TEST(GraphRegistry, NoRegistrationIsDropped) {
  EXPECT_THAT(testing_support::entry_names<GraphAlgorithm>(),
              ::testing::IsSupersetOf({"best-static", "algorithm1-cc", "algorithm1-cc[paper]", "algorithm1-nl",
                                       "algorithm1-flow", "exhaustive", "elimination", "max-flow", "optimal", "icm",
                                       "alpha-expansion", "best"}));
}

TEST(GraphRegistry, EveryAlgorithmSaysWhatItIs) {
  for (const GraphAlgorithm& algorithm : GraphRegistry::instance().algorithms()) {
    EXPECT_FALSE(algorithm.source.empty()) << algorithm.name;
    EXPECT_FALSE(algorithm.summary.empty()) << algorithm.name;
    for (const OptionSpec& option : algorithm.options)
      EXPECT_FALSE(option.summary.empty()) << algorithm.name << " " << option.name;
  }
}

TEST(GraphAlgorithms, SmallestGraphs) {
  const AlignmentGraph one{.candidates = {"a", "b"}, .nodes = {{"x", {3, 2}}}, .edges = {}};
  const AlignmentGraph two{.candidates = {"a", "b"}, .nodes = {{"x", {3, 2}}, {"y", {1, 5}}}, .edges = {{0, 1, 2}}};
  const AlignmentGraph apart{.candidates = {"a", "b"}, .nodes = {{"x", {3, 2}}, {"y", {1, 5}}}, .edges = {}};
  for (const std::string& name : testing_support::entry_names<GraphAlgorithm>()) {
    EXPECT_EQ(solve_graph_by(name, one).cost, 2) << name;
    EXPECT_EQ(solve_graph_by(name, two).cost, 4) << name;  // both a; apart they would cost 3 + 2
    EXPECT_EQ(solve_graph_by(name, apart).cost, name == "best-static" ? 4 : 3) << name;
  }
}

}  // namespace
}  // namespace apportion

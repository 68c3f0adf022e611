// The exact methods, compared with each other.
#include "algorithms/graphs/optimal.hpp"

#include <gmock/gmock.h>

#include "algorithms/graphs/whole_graph.hpp"
#include "sim/graphs/sample_graphs.hpp"
#include "tests/support/graphs.hpp"

namespace apportion {
namespace {

AlignmentGraph medium_graph(int k) {
  RandomStream stream(11, std::to_string(k));
  return random_graph({30, 4, 3, 0.4, false}, stream);
}

TEST(ExactMethods, AgreeBeyondWhatCanBeEnumerated) {
  for (int k = 0; k < 8; ++k) {
    SCOPED_TRACE(k);
    const GraphSolution by_tables = solve_graph_by("elimination", medium_graph(k));
    const WholeCosts costs = whole_costs(medium_graph(k));
    const GraphSolution by_search =
        solution_of(medium_graph(k), costs, searched(costs, costs.known, {1'000'000, 100'000'000}));
    EXPECT_TRUE(by_search.proven_optimal);
    EXPECT_NEAR(by_search.cost, by_tables.cost, 1e-9 * by_tables.cost);
  }
}

TEST(ExactMethods, TwoCandidatesByOneCut) {
  for (int k = 0; k < 8; ++k) {
    SCOPED_TRACE(k);
    RandomStream stream(12, std::to_string(k));
    const AlignmentGraph graph = random_graph({40, 2, 3, 0.5, false}, stream);
    const double by_tables = solve_graph_by("elimination", graph).cost;
    EXPECT_NEAR(solve_graph_by("max-flow", graph).cost, by_tables, 1e-9 * by_tables);
  }
}

TEST(ExactMethods, EliminationGivesUpByTheSizeOfItsTables) {
  const WholeGraph adi = whole_costs(adi_graph(1)).graph;
  EXPECT_FALSE(elimination_optimum(adi, 10).has_value());
  EXPECT_TRUE(elimination_optimum(adi, 1000).has_value());
}

TEST(Optimal, TakesWhateverMethodSuits) {
  RandomStream stream(5, "wide");
  const AlignmentGraph wide = random_graph({40, 6, 8, 0.3, false}, stream);
  EXPECT_FALSE(elimination_optimum(whole_costs(wide).graph, 1'000'000).has_value());
  const GraphSolution solution = solve_graph_by("optimal", wide);
  EXPECT_TRUE(solution.proven_optimal);
  EXPECT_LE(solution.cost, solve_graph_by("algorithm1-flow", wide).cost * (1 + 1e-9));
}

}  // namespace
}  // namespace apportion

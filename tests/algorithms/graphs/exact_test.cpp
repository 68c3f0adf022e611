// The exact methods: against each other, and CBC from several threads.
#include "algorithms/graphs/exact.hpp"

#include <gmock/gmock.h>

#include <thread>
#include <vector>

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
    const GraphSolution by_programme = solve_graph_by("ilp", medium_graph(k));
    EXPECT_TRUE(by_programme.proven_optimal);
    EXPECT_NEAR(by_programme.cost, by_tables.cost, 1e-9 * by_tables.cost);
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
  const WholeGraph adi = whole_costs(adi_graph(1)).whole.graph;
  EXPECT_FALSE(elimination_optimum(adi, 10).has_value());
  EXPECT_TRUE(elimination_optimum(adi, 1000).has_value());
}

TEST(IntegerProgramme, CutShortProvesNothingFalse) {
  RandomStream stream(2, "hard");
  const AlignmentGraph graph = random_graph({60, 8, 6, 0.3, false}, stream);
  const GraphSolution whole = solve_graph_by("ilp", graph);
  ASSERT_TRUE(whole.proven_optimal);
  for (const char* name : {"ilp[nodes=0]", "ilp[pivots=0]", "ilp[nodes=0,pivots=100]"}) {
    const GraphSolution cut_short = solve_graph_by(name, graph);
    EXPECT_GE(cut_short.cost, whole.lower_bound) << name;
    EXPECT_LE(cut_short.lower_bound, whole.cost) << name;
    if (cut_short.proven_optimal) {
      EXPECT_NEAR(cut_short.cost, whole.cost, 1e-9 * whole.cost) << name;
    }
  }
}

TEST(IntegerProgramme, MayBeAskedFromSeveralThreads) {
  std::vector<double> costs(6);
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t)
    threads.emplace_back([t, &costs] {
      for (int k = 2 * t; k < 2 * t + 2; ++k)
        costs[static_cast<std::size_t>(k)] = solve_graph_by("ilp", medium_graph(k)).cost;
    });
  for (std::thread& thread : threads) thread.join();
  for (int k = 0; k < 6; ++k) {
    SCOPED_TRACE(k);
    const double expected = solve_graph_by("elimination", medium_graph(k)).cost;
    EXPECT_NEAR(costs[static_cast<std::size_t>(k)], expected, 1e-9 * expected);
  }
}

TEST(Optimal, TakesWhateverMethodSuits) {
  RandomStream stream(5, "wide");
  const AlignmentGraph wide = random_graph({40, 6, 8, 0.3, false}, stream);
  EXPECT_FALSE(elimination_optimum(whole_costs(wide).whole.graph, 1'000'000).has_value());
  const GraphSolution solution = solve_graph_by("optimal", wide);
  EXPECT_TRUE(solution.proven_optimal);
  EXPECT_LE(solution.cost, solve_graph_by("algorithm1-flow", wide).cost * (1 + 1e-9));
}

}  // namespace
}  // namespace apportion

// The exact methods: against each other, and CBC from several threads.
#include "algorithms/graphs/exact.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <thread>
#include <vector>

#include "sim/graphs/paper_graphs.hpp"
#include "sim/graphs/random_graphs.hpp"
#include "tests/support/graphs.hpp"

namespace apportion {
namespace {

using testing_support::solve_graph_by;

AlignmentGraph medium_graph(int k) {
  RandomStream stream(11, std::to_string(k));
  return random_graph({30, 4, 3, 0.4, false}, stream);
}

TEST(ExactMethods, AgreeBeyondWhatCanBeEnumerated) {
  for (int k = 0; k < 8; ++k) {
    const GraphSolution by_tables = solve_graph_by("elimination", medium_graph(k));
    const GraphSolution by_programme = solve_graph_by("ilp", medium_graph(k));
    EXPECT_TRUE(by_programme.proven_optimal);
    EXPECT_NEAR(by_programme.cost, by_tables.cost, 1e-9 * by_tables.cost);
  }
}

TEST(ExactMethods, TwoCandidatesByOneCut) {
  for (int k = 0; k < 8; ++k) {
    RandomStream stream(12, std::to_string(k));
    const AlignmentGraph graph = random_graph({40, 2, 3, 0.5, false}, stream);
    const double by_tables = solve_graph_by("elimination", graph).cost;
    EXPECT_NEAR(solve_graph_by("max-flow", graph).cost, by_tables, 1e-9 * by_tables);
  }
}

TEST(ExactMethods, EliminationGivesUpByTheSizeOfItsTables) {
  EXPECT_FALSE(elimination_optimum(adi_graph(1), 10).has_value());
  EXPECT_TRUE(elimination_optimum(adi_graph(1), 1000).has_value());
}

TEST(IntegerOptimum, WithoutNodesKeepsWhatIsKnownAndProvesNothingFalse) {
  RandomStream stream(2, "hard");
  const AlignmentGraph graph = random_graph({60, 8, 6, 0.3, false}, stream);
  const Labelling known(graph.size(), best_static(graph).candidate);
  const IntegerOptimum cut_short = integer_optimum(graph, known, 0);
  EXPECT_LE(completion_time(graph, cut_short.labels), completion_time(graph, known));
  const IntegerOptimum whole = integer_optimum(graph, known, 10000);
  ASSERT_TRUE(whole.proven);
  if (cut_short.proven)
    EXPECT_NEAR(completion_time(graph, cut_short.labels), completion_time(graph, whole.labels), 1e-6);
}

TEST(IntegerOptimum, MayBeAskedFromSeveralThreads) {
  std::vector<double> costs(6);
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t)
    threads.emplace_back([t, &costs] {
      for (int k = 2 * t; k < 2 * t + 2; ++k)
        costs[static_cast<std::size_t>(k)] = solve_graph_by("ilp", medium_graph(k)).cost;
    });
  for (std::thread& thread : threads) thread.join();
  for (int k = 0; k < 6; ++k) {
    const double expected = solve_graph_by("elimination", medium_graph(k)).cost;
    EXPECT_NEAR(costs[static_cast<std::size_t>(k)], expected, 1e-9 * expected);
  }
}

TEST(Optimal, TakesWhateverMethodSuits) {
  RandomStream stream(5, "wide");
  const AlignmentGraph wide = random_graph({40, 6, 8, 0.3, false}, stream);
  EXPECT_FALSE(elimination_optimum(wide, 1'000'000).has_value());
  const GraphSolution solution = solve_graph_by("optimal", wide);
  EXPECT_TRUE(solution.proven_optimal);
  EXPECT_LE(solution.cost, solve_graph_by("algorithm1-flow", wide).cost * (1 + 1e-9));
}

}  // namespace
}  // namespace apportion

// Kernels from libraries: cuts, eigenvectors, singular vectors, nonlinear minimisation.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "algorithms/graphs/flow.hpp"
#include "algorithms/graphs/numerics.hpp"
#include "algorithms/graphs/subgraph.hpp"
#include "tests/support/graphs.hpp"

namespace apportion {
namespace {

using testing_support::graphs;

bool in_set(std::uint32_t set, std::size_t node) { return (set >> node & 1U) != 0; }

double cut_cost(const std::vector<CutEdge>& edges, std::uint32_t set) {
  double cost = 0;
  for (const CutEdge& edge : edges)
    if (in_set(set, edge.u) != in_set(set, edge.v)) cost += edge.capacity;
  return cost;
}

RC_GTEST_PROP(GlobalMinCut, IsTheLeastOfAllCuts, ()) {
  const AlignmentGraph graph = *graphs(7, 1);
  const Subgraph whole = whole_subgraph(graph);
  RC_PRE(whole.size() >= 2U && !whole.edges.empty());
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t set = 1; set + 1 < 1U << whole.size(); ++set) least = std::min(least, cut_cost(whole.edges, set));
  RC_ASSERT(std::abs(global_min_cut(whole.size(), whole.edges) - least) <= 1e-9 * (1 + least));
}

RC_GTEST_PROP(TerminalCut, IsTheLeastOfAllDivisions, ()) {
  const AlignmentGraph graph =
      *rc::gen::suchThat(graphs(7, 2), [](const AlignmentGraph& g) { return g.candidates.size() == 2; });
  const Subgraph whole = whole_subgraph(graph);
  std::vector<SidePrices> prices;
  for (const AlignmentNode& node : graph.nodes) prices.push_back({node.costs[0], node.costs[1]});
  const auto value_of = [&](std::uint32_t set) {
    double value = cut_cost(whole.edges, set);
    for (std::size_t v = 0; v < whole.size(); ++v) value += in_set(set, v) ? prices[v].sink : prices[v].source;
    return value;
  };
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t set = 0; set < 1U << whole.size(); ++set) least = std::min(least, value_of(set));
  const std::vector<bool> sink_side = least_sink_side(prices, whole.edges);
  std::uint32_t found = 0;
  for (std::size_t v = 0; v < whole.size(); ++v) found |= sink_side[v] ? 1U << v : 0U;
  RC_ASSERT(std::abs(value_of(found) - least) <= 1e-9 * (1 + least));
}

// The path of n nodes has Fiedler values cos(pi (i + 1/2) / n).
TEST(FiedlerVector, OfAPathIsACosine) {
  const std::size_t n = 12;
  std::vector<CutEdge> edges;
  for (std::size_t i = 0; i + 1 < n; ++i) edges.push_back({i, i + 1, 3});
  const std::vector<double> x = fiedler_vector(n, edges);
  const auto cosine = [](std::size_t i) { return std::cos(std::acos(-1.0) * (static_cast<double>(i) + 0.5) / 12); };
  // The two ends have equal magnitudes, so that rounding decides which of them is positive.
  const double sign = x[0] > 0 ? 1 : -1;
  for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(x[i], sign * cosine(i) / cosine(0), 1e-10) << i;
}

TEST(SingularVectors, OfAKnownMatrix) {
  // Columns (2,0), (0,1): singular values 2 and 1 along the axes.
  const Matrix matrix{2, {2, 0, 0, 1}};
  EXPECT_EQ(matrix.columns(), 2U);
  const std::vector<double> first = right_singular_vector(matrix, 0);
  const std::vector<double> second = right_singular_vector(matrix, 1);
  EXPECT_NEAR(first[0], 1, 1e-12);
  EXPECT_NEAR(first[1], 0, 1e-12);
  EXPECT_NEAR(second[0], 0, 1e-12);
  EXPECT_NEAR(second[1], 1, 1e-12);
}

TEST(SingularVectors, OfZeroAreUndetermined) {
  EXPECT_TRUE(right_singular_vector({2, {0, 0, 0, 0, 0, 0}}, 0).empty());
  EXPECT_TRUE(right_singular_vector({2, {1, 1, 1, 1, 1, 1}}, 1).empty());
  EXPECT_TRUE(right_singular_vector({1, {1, 2, 3}}, 1).empty());
}

// Minimise x + y on the unit circle.
TEST(Minimise, FindsTheMinimumOnACircle) {
  const SmoothFunction sum = [](const std::vector<double>& x, std::vector<double>& gradient) {
    gradient = {1, 1};
    return x[0] + x[1];
  };
  const SmoothFunction circle = [](const std::vector<double>& x, std::vector<double>& gradient) {
    gradient = {2 * x[0], 2 * x[1]};
    return x[0] * x[0] + x[1] * x[1] - 1;
  };
  const SmoothMinimum minimum = minimise(sum, {circle}, {1, 0});
  EXPECT_TRUE(minimum.feasible);
  EXPECT_NEAR(minimum.x[0], -std::sqrt(0.5), 1e-6);
  EXPECT_NEAR(minimum.x[1], -std::sqrt(0.5), 1e-6);
  EXPECT_GT(minimum.evaluations, 0);
}

TEST(Minimise, SaysWhereTheConstraintsCannotHold) {
  const SmoothFunction any = [](const std::vector<double>& x, std::vector<double>& gradient) {
    gradient = {1};
    return x[0];
  };
  const SmoothFunction never = [](const std::vector<double>& x, std::vector<double>& gradient) {
    gradient = {2 * x[0]};
    return x[0] * x[0] + 1;
  };
  EXPECT_FALSE(minimise(any, {never}, {0.5}).feasible);
}

RC_GTEST_PROP(Bipartition, KeepsItsObjectiveUpToDate, ()) {
  const AlignmentGraph graph = *graphs(8, 4);
  const Subgraph whole = whole_subgraph(graph);
  GraphCounters counters;
  Sides sides(whole.size());
  Bipartition kept(whole, sides, counters);
  for (int step = 0; step < 10; ++step) {
    const auto node = *rc::gen::inRange<std::size_t>(0, whole.size());
    const double promised = kept.objective_after(node);
    kept.flip(node);
    sides[node] = !sides[node];
    const double fresh = Bipartition(whole, sides, counters).objective();
    RC_ASSERT(std::abs(kept.objective() - fresh) <= 1e-9 * (1 + fresh));
    RC_ASSERT(std::abs(promised - fresh) <= 1e-9 * (1 + fresh));
    RC_ASSERT(kept.one_sided() == (std::ranges::count(sides, sides[0]) == static_cast<std::ptrdiff_t>(sides.size())));
  }
}

}  // namespace
}  // namespace apportion

// Figure 16 of Kaddoura, Ranka and Wang: 1000 x 3000, shares 0.5, 0.1 (four times), 0.05 (twice), without latency.
#include <gtest/gtest.h>

#include "tests/support/rectangles.hpp"

namespace apportion {
namespace {

const RectangleProblem figure16{{1000, 3000}, {{0.5, 0.1, 0.1, 0.1, 0.1, 0.05, 0.05}, {}}, 0};

void expect_cost(const char* algorithm, double cost) {
  const RectangleSolution solution = testing_support::solve(algorithm, figure16);
  EXPECT_TRUE(testing_support::tiles(solution.decomposition)) << algorithm;
  EXPECT_NEAR(acost(solution.decomposition), cost, 1e-8) << algorithm;
  EXPECT_NEAR(solution.claimed_acost, cost, 1e-8) << algorithm;
}

TEST(Figure16, CostsAreThePrintedOnes) {
  expect_cost("RecursiveBisection", 5750);
  expect_cost("XY2", 4500);
  expect_cost("XY2[enumerate]", 4500);
  expect_cost("TILE", 4500);
  expect_cost("RecursiveBisection2", 14000.0 / 3);  // printed 4666, truncated
  expect_cost("RecursiveBisection3", 4700);
}

TEST(Figure16, Edges) {
  EXPECT_EQ(internal_edges(testing_support::solve("XY2", figure16).decomposition), 9);
  EXPECT_EQ(internal_edges(testing_support::solve("XY2[enumerate]", figure16).decomposition), 9);
  EXPECT_EQ(internal_edges(testing_support::solve("TILE", figure16).decomposition), 10);
}

}  // namespace
}  // namespace apportion

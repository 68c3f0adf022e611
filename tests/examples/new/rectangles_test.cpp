// STRIPS by a worked example; the property tests of all rectangle algorithms check the rest.
#include <gtest/gtest.h>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion {
namespace {

// Three strips of a 1000 x 3000 array: two cuts across it.
TEST(Strips, DividesTheWorkedExample) {
  const RectangleProblem problem{{1000, 3000}, {{1, 2, 3}, {}}, 100};
  RandomStream stream(1, "tests");
  const RectangleSolution solution = solve_rectangles(RectangleRegistry::instance().choose("STRIPS"), problem, stream);
  EXPECT_DOUBLE_EQ(acost(solution.decomposition), 2000);
  EXPECT_EQ(internal_edges(solution.decomposition), 2);
  EXPECT_DOUBLE_EQ(solution.claimed_acost, acost(solution.decomposition));
}

}  // namespace
}  // namespace apportion

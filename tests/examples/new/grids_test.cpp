// EVEN by a worked example; the property tests of all grid algorithms check the rest.
#include <gtest/gtest.h>

#include "algorithms/grids/grid_algorithm.hpp"

namespace apportion {
namespace {

// Equal performances: four equal blocks of 50 x 50.
TEST(Even, DividesTheWorkedExample) {
  const GridProblem problem{{{2, 2}}, {1, 1, 1, 1}, {100, 100}};
  RandomStream stream(1, "tests");
  const GridSolution solution = GridRegistry::instance().choose("EVEN").solve(problem, stream);
  EXPECT_DOUBLE_EQ(solution.time, 2500);
  EXPECT_DOUBLE_EQ(solution.rounded_time, 2500);
}

}  // namespace
}  // namespace apportion

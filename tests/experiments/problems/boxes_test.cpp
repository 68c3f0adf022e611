// In which order boxes are painted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/problems/boxes/solve.hpp"
#include "sim/boxes/bound.hpp"

namespace apportion::problems {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

TEST(PaintedBoxes, BeginWithTheFarthest) {
  const BoxDivision slabs{{3, 1, 1}, {{{2, 0, 0}, {1, 1, 1}}, {{0, 0, 0}, {1, 1, 1}}, {{1, 0, 0}, {1, 1, 1}}}};
  EXPECT_THAT(from_far_to_near(slabs), ElementsAre(1, 2, 0));
}

// Two cubes in opposite corners, and three bars round each other between them, each of which lies behind the next.
TEST(PaintedBoxes, RoundEachOtherAreAllPainted) {
  const BoxDivision division{{2, 2, 2},
                             {{{1, 1, 1}, {1, 1, 1}},
                              {{1, 0, 0}, {1, 2, 1}},
                              {{0, 1, 0}, {1, 1, 2}},
                              {{0, 0, 1}, {2, 1, 1}},
                              {{0, 0, 0}, {1, 1, 1}}}};
  const BoxProblem problem{division.extent, {{1, 2, 2, 2, 1}, {}}, 0};
  EXPECT_NO_THROW(require_tiling(problem, division));
  EXPECT_NEAR(9, total_lower_bound(problem), 1e-12);  // so nothing is cheaper
  EXPECT_DOUBLE_EQ(9, total_cost(problem, division));
  const std::vector<std::size_t> order = from_far_to_near(division);
  EXPECT_THAT(order, UnorderedElementsAre(0, 1, 2, 3, 4));
  EXPECT_EQ(4U, order.front());
  EXPECT_EQ(0U, order.back());
}

TEST(BoxQuestions, AreReadFromTheirOwnJson) {
  const BoxProblem problem{{2, 3, 0.5}, {{1, 2}, {}}, 7};
  const BoxProblem again = parse_box_question(to_json(problem)).problem;
  EXPECT_EQ(problem.extent, again.extent);
  EXPECT_EQ(problem.cluster.speeds, again.cluster.speeds);
  EXPECT_EQ(problem.latency, again.latency);
}

}  // namespace
}  // namespace apportion::problems

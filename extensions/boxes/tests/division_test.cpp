// Costs and validation of divisions into boxes, and the bound compared with counts by hand.
#include "extensions/boxes/sim/division.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"

namespace apportion {
namespace {

// A cube of side 2 in eight unit cubes.
BoxDivision eighths() {
  BoxDivision division{{2, 2, 2}, {}};
  for (int i = 0; i < 8; ++i)
    division.parts.push_back(
        {{static_cast<double>(i & 1), static_cast<double>(i >> 1 & 1), static_cast<double>(i >> 2)}, {1, 1, 1}});
  return division;
}

BoxProblem problem_of(const Triple& extent, std::vector<double> speeds, double latency = 0) {
  return {extent, {std::move(speeds), {}}, latency};
}

TEST(BoxCosts, CountFacesAndPairs) {
  EXPECT_DOUBLE_EQ(12, inner_surface(eighths()));
  EXPECT_EQ(12, neighbour_pairs(eighths()));  // no edges and no corners
  EXPECT_DOUBLE_EQ(12 + 12 * 5, total_cost(problem_of({2, 2, 2}, std::vector<double>(8, 1), 5), eighths()));
  const BoxDivision slabs{{1, 2, 3}, {{{0, 0, 0}, {1, 2, 1}}, {{0, 0, 1}, {1, 2, 2}}}};
  EXPECT_DOUBLE_EQ(2, inner_surface(slabs));
  EXPECT_EQ(1, neighbour_pairs(slabs));
}

TEST(BoxCosts, OfASinglePartAreNothing) {
  const BoxDivision whole{{1, 2, 3}, {{{0, 0, 0}, {1, 2, 3}}}};
  EXPECT_EQ(0, inner_surface(whole));
  EXPECT_EQ(0, neighbour_pairs(whole));
  EXPECT_EQ(0, total_lower_bound(problem_of({1, 2, 3}, {1}, 7)));
}

TEST(BoxTilings, AreToldFromOthers) {
  const BoxProblem problem = problem_of({2, 2, 2}, std::vector<double>(8, 1));
  EXPECT_NO_THROW(require_tiling(problem, eighths()));
  BoxDivision wrong = eighths();
  wrong.parts[3].at = wrong.parts[2].at;
  EXPECT_THROW(require_tiling(problem, wrong), InputError);
  wrong = eighths();
  wrong.parts[7].at[2] = 1.5;
  EXPECT_THROW(require_tiling(problem, wrong), InputError);
  wrong = eighths();
  wrong.parts[0].sides = {2, 0.5, 0.5};
  EXPECT_THROW(require_tiling(problem, wrong), InputError);
  wrong.parts.pop_back();
  EXPECT_THROW(require_tiling(problem, wrong), InputError);
}

TEST(BoxProblems, OutOfRangeAreRefused) {
  EXPECT_THROW(validate(problem_of({0, 1, 1}, {1, 1})), InputError);
  EXPECT_THROW(validate(problem_of({1, 1, std::nan("")}, {1, 1})), InputError);
  EXPECT_THROW(validate(problem_of({1, 1, 1}, {1, 1e-40})), InputError);
  EXPECT_THROW(validate(problem_of({1, 1, 1e12}, {1, 1})), InputError);
  EXPECT_THROW(validate(problem_of({1, 1, 1}, {1, 1}, -1)), InputError);
  EXPECT_THROW(validate(problem_of({1, 1, 1}, std::vector<double>(most_boxes + 1, 1))), InputError);
  EXPECT_NO_THROW(validate(problem_of({1, 1, 1e12}, {1})));
}

TEST(BoxBound, IsExactForHalvesCubesAndSlabs) {
  EXPECT_DOUBLE_EQ(6, total_lower_bound(problem_of({4, 3, 2}, {1, 5})));
  EXPECT_NEAR(12, total_lower_bound(problem_of({2, 2, 2}, std::vector<double>(8, 1))), 1e-12);
  EXPECT_NEAR(12 + 7 * 5, total_lower_bound(problem_of({2, 2, 2}, std::vector<double>(8, 1), 5)), 1e-12);
  // Three equal parts of a long block are slabs.
  EXPECT_NEAR(2, total_lower_bound(problem_of({1, 1, 30}, {1, 1, 1})), 1e-9);
}

TEST(BoxBound, KnowsTheLeastHalfSurface) {
  EXPECT_NEAR(3 * 4, least_half_surface(8, {2, 3, 4}), 1e-12);
  EXPECT_NEAR(2 * 2.5 + 2.5 * 2.5 + 2 * 2.5, least_half_surface(2 * 2.5 * 2.5, {4, 2, 3}), 1e-12);
  EXPECT_NEAR(2 * 3 + 3.5 * 5, least_half_surface(21, {4, 3, 2}), 1e-12);
}

}  // namespace
}  // namespace apportion

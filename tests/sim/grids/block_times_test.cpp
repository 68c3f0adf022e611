// Volumes, times and heterogeneity, against the definitions written out.
#include "sim/grids/process_grid.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace apportion {
namespace {

TEST(BlockTimes, AreVolumesOverPerformances) {
  const GridProblem problem{{{2, 2, 3}}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, {10, 20, 30}};
  const Lengths lengths = {{4, 6}, {5, 15}, {10, 12, 8}};
  const Mapping mapping = {11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
  const std::vector<double> volumes = block_volumes(problem.grid, lengths);
  const std::vector<double> times = block_times(problem, mapping, lengths);
  double sum = 0;
  double longest = 0;
  for (std::size_t cell = 0; cell < 12; ++cell) {
    const ProcessGrid& grid = problem.grid;
    const double volume = lengths[0][grid.coordinate(cell, 0)] * lengths[1][grid.coordinate(cell, 1)] *
                          lengths[2][grid.coordinate(cell, 2)];
    EXPECT_EQ(volumes[cell], volume);
    EXPECT_EQ(times[cell], volume / problem.performances[mapping[cell]]);
    sum += volume;
    longest = std::max(longest, times[cell]);
  }
  EXPECT_EQ(sum, 10.0 * 20 * 30);
  EXPECT_EQ(block_time(problem, mapping, lengths), longest);
  EXPECT_EQ(ideal_time(problem), 6000.0 / 78);
}

// Section 2: V_rho has the sides of the dimensions that are not distributed as further factors.
TEST(BlockTimes, GrowWithTheSidesThatAreNotDivided) {
  const GridProblem problem{{{1, 2}}, {2, 3}, {10, 20, 4, 5}};
  EXPECT_EQ(undivided_volume(problem), 20);
  EXPECT_EQ(block_times(problem, {1, 0}, {{10}, {6, 14}}),
            (std::vector<double>{10.0 * 6 * 4 * 5 / 3, 10.0 * 14 * 4 * 5 / 2}));
  EXPECT_EQ(ideal_time(problem), 10.0 * 20 * 4 * 5 / 5);
  EXPECT_EQ(undivided_volume({{{1, 2}}, {2, 3}, {10, 20}}), 1);
}

TEST(Heterogeneity, IsThatOfTheFormulas) {
  const std::vector<double> performances = {2, 3, 8, 4};
  const double product = 2 * 3 * 8 * 4;
  EXPECT_NEAR(weak_heterogeneity(performances), -std::log(std::pow(2, 4) / product) / 3, 1e-14);
  EXPECT_NEAR(strong_heterogeneity(performances), std::log(std::pow(8, 4) / product) / 3, 1e-14);
  EXPECT_EQ(internal_heterogeneity(performances), strong_heterogeneity(performances));
  EXPECT_EQ(heterogeneity_level(performances), 4);
}

TEST(Heterogeneity, SaysTowardsWhichEnd) {
  const std::vector<double> few_strong = {1, 1, 1, 1, 10};
  const std::vector<double> few_weak = {1, 10, 10, 10, 10};
  EXPECT_GT(strong_heterogeneity(few_strong), weak_heterogeneity(few_strong));
  EXPECT_LT(strong_heterogeneity(few_weak), weak_heterogeneity(few_weak));
  EXPECT_EQ(internal_heterogeneity(std::vector<double>{3, 3, 3}), 0);
  EXPECT_EQ(internal_heterogeneity(std::vector<double>{3}), 0);
}

}  // namespace
}  // namespace apportion

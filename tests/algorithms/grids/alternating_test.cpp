// Alternating between shares and arrangements, and the portfolio.
#include "algorithms/grids/alternating.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "tests/support/grids.hpp"

namespace apportion {
namespace {

using testing_support::random_grid;
using testing_support::solve;

constexpr double tie = 1 + tie_tolerance;

// Networks of many shapes, models and blocks.
std::vector<GridProblem> networks(int count) {
  const char* const grids[] = {"2x2", "2x3", "3x3", "1x5", "2x5", "4x4", "7", "2x2x2", "2x3x3", "2x2x2x2", "6x6"};
  const char* const models[] = {"extremes", "integers", "skewed", "cycle-times", "uniform"};
  std::vector<GridProblem> problems;
  for (int sample = 0; sample < count; ++sample)
    problems.push_back(
        random_grid(grids[sample % 11], 1 + sample % 17, sample, sample % 3 == 0 ? 40 : 1000, models[sample % 5]));
  return problems;
}

TEST(Best, IsNeverWorseThanAnyMethodOfThePapers) {
  int better = 0;
  int differ = 0;
  for (const GridProblem& problem : networks(440)) {
    const GridSolution rounded = solve("best", problem);
    const GridSolution real = solve("best[by=real]", problem);
    double least = 0;
    for (const char* name : {"natural", "equal-pressure", "proposed", "beaumont"}) {
      if (std::string(name) == "beaumont" && problem.grid.dimensions() != 2) continue;
      const GridSolution other = solve(name, problem);
      EXPECT_LE(rounded.rounded_time, other.rounded_time * tie) << name << " on " << spelled(problem.grid);
      EXPECT_LE(real.time, other.time * tie) << name << " on " << spelled(problem.grid);
      least = least == 0 ? other.rounded_time : std::min(least, other.rounded_time);
    }
    better += rounded.rounded_time * tie < least ? 1 : 0;
    differ += rounded.time > real.time * tie && real.rounded_time > rounded.rounded_time * tie ? 1 : 0;
  }
  EXPECT_GT(better, 220);
  EXPECT_GT(differ, 0);
}

TEST(Best, ChoosesAmongTiesByTheOtherTime) {
  // One dimension has one real answer; whole lengths still differ by rule.
  const GridProblem problem{{{4}}, {1, 1, 1, 97}, {100}};
  EXPECT_EQ(solve("best[by=real]", problem).rounded_time, solve("best", problem).rounded_time);
}

TEST(Best, RefusesAnotherGoal) { EXPECT_THROW((void)solve("best[by=reel]", random_grid("2x2", 4, 1)), InputError); }

// The network of the paper's Table 1.
TEST(Best, OnPerformancesOneToNine) {
  const GridProblem problem{{{3, 3}}, {1, 2, 3, 4, 5, 6, 7, 8, 9}, {1000, 1000}};
  EXPECT_NEAR(solve("best[by=real]", problem).time, 23285.04, 0.005);
  EXPECT_NEAR(solve("alternating[exchanges=100]", problem).time, 23285.04, 0.005);
}

TEST(Best, IsTheOptimumOnSmallGrids) {
  for (const char* grid : {"2x2", "2x3", "3x3", "3x4"})
    for (int sample = 0; sample < 5; ++sample) {
      SCOPED_TRACE(::testing::Message() << grid << ' ' << sample);
      const GridProblem problem = random_grid(grid, 2 + 3 * sample, sample);
      const GridSolution solution = solve("best[by=real]", problem);
      EXPECT_TRUE(solution.proven_optimal);
      EXPECT_NEAR(solution.time / solve("optimal", problem).time, 1, 1e-9);
    }
  EXPECT_FALSE(solve("best", random_grid("4x4", 8, 1)).proven_optimal);
  EXPECT_FALSE(solve("best", random_grid("2x2x2", 8, 1)).proven_optimal);
}

// The search by itself, without the optimum among its members.
TEST(Alternating, WithExchangesItIsNearTheOptimum) {
  for (const char* grid : {"2x3", "3x3"}) {
    double gaps = 0;
    for (int sample = 0; sample < 100; ++sample) {
      const GridProblem problem = random_grid(grid, 2 + sample % 15, sample);
      gaps += solve("alternating[starts=10,exchanges=100]", problem).time / solve("optimal", problem).time - 1;
    }
    EXPECT_LT(gaps / 100, 0.003) << grid;
  }
}

TEST(Alternating, IsNeverSlowerThanItsStartsBeforeRounding) {
  for (const GridProblem& problem : networks(220)) {
    const GridSolution solution = solve("alternating", problem);
    const std::vector<std::vector<GridSolution>> starts = alternating_starts({&problem, 1});
    for (const GridSolution& start : starts.front())
      EXPECT_LE(solution.time, start.time * tie) << spelled(problem.grid);
    EXPECT_LE(solve("alternating[starts=3]", problem).time, solution.time * tie);
    EXPECT_LE(solve("alternating[exchanges=20]", problem).time, solution.time * tie);
  }
}

TEST(Alternating, EndsWhereTheSortedRemapGainsNothing) {
  for (const GridProblem& problem : networks(110)) {
    const GridSolution solution = solve("alternating", problem);
    std::vector<double> volumes = block_volumes(problem.grid, solution.lengths);
    std::vector<double> performances = problem.performances;
    std::ranges::sort(volumes);
    std::ranges::sort(performances);
    double time = 0;
    for (std::size_t k = 0; k < volumes.size(); ++k) time = std::max(time, volumes[k] / performances[k]);
    EXPECT_NEAR(time / solution.time, 1, 1e-9) << spelled(problem.grid);
  }
}

TEST(Alternating, IsTheOptimumOnTwoByTwo) {
  for (int sample = 0; sample < 100; ++sample) {
    SCOPED_TRACE(sample);
    const GridProblem problem = random_grid("2x2", 2 + sample % 15, sample);
    EXPECT_NEAR(solve("alternating", problem).time / solve("beaumont", problem).time, 1, 1e-10);
  }
}

TEST(Alternating, RandomStartsComeFromTheStream) {
  const GridProblem problem = random_grid("6x6", 16, 1);
  const Configured<GridAlgorithm> chosen = GridRegistry::instance().choose("alternating[starts=1]");
  std::vector<double> times;
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h"}) {
    RandomStream stream(1, name);
    times.push_back(chosen.solve(problem, stream).time);
  }
  EXPECT_LT(std::ranges::min(times), std::ranges::max(times));
}

}  // namespace
}  // namespace apportion

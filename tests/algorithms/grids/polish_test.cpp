// Whole lengths of process grids, searched by the rounded time.
#include "algorithms/grids/polish.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "algorithms/grids/candidate.hpp"
#include "tests/support/grids.hpp"

namespace apportion {
namespace {

using testing_support::identical;

constexpr double within_tie = 1 + tie_tolerance;

const char* const models[] = {"extremes", "integers", "skewed", "cycle-times", "uniform"};

// Grids of several shapes, models and blocks.
std::vector<GridProblem> grids_to_polish(int count) {
  const char* const grids[] = {"2x2", "2x3", "3x4", "2x5", "4x4", "2x2x2", "2x3x3", "6x6"};
  std::vector<GridProblem> problems;
  for (int sample = 0; sample < count; ++sample)
    problems.push_back(
        random_grid(grids[sample % 8], 2 + sample % 17, sample, sample % 3 == 0 ? 40 : 1000, models[sample % 5]));
  return problems;
}

// All whole lengths of so many slices that sum to the side.
std::vector<std::vector<std::int64_t>> all_lengths(std::size_t slices, std::int64_t side) {
  if (slices == 1) return {{side}};
  std::vector<std::vector<std::int64_t>> all;
  for (std::int64_t first = 0; first <= side; ++first)
    for (std::vector<std::int64_t> lengths : all_lengths(slices - 1, side - first)) {
      lengths.push_back(first);
      all.push_back(std::move(lengths));
    }
  return all;
}

// The least time of these blocks, one for each process, of all mappings.
double least_of_all_mappings(std::vector<double> volumes, const std::vector<double>& performances) {
  std::ranges::sort(volumes);
  double least = std::numeric_limits<double>::infinity();
  do {
    double time = 0;
    for (std::size_t j = 0; j < volumes.size(); ++j) time = std::max(time, volumes[j] / performances[j]);
    least = std::min(least, time);
  } while (std::ranges::next_permutation(volumes).found);
  return least;
}

// The same by the largest block for the fastest process: of any two processes the faster one then has the larger block,
// and an exchange would give the slower one more.
double least_of_sorted(std::vector<double> volumes, std::vector<double> performances) {
  std::ranges::sort(volumes);
  std::ranges::sort(performances);
  double time = 0;
  for (std::size_t j = 0; j < volumes.size(); ++j) time = std::max(time, volumes[j] / performances[j]);
  return time;
}

// The least rounded time on a grid of two dimensions, of all whole lengths.
template <class LeastOfMappings>
double least_rounded_time(const GridProblem& problem, const LeastOfMappings& least_of_mappings) {
  double least = std::numeric_limits<double>::infinity();
  const std::vector<std::vector<std::int64_t>> columns = all_lengths(problem.grid.edge(1), problem.block[1]);
  for (const std::vector<std::int64_t>& rows : all_lengths(problem.grid.edge(0), problem.block[0]))
    for (const std::vector<std::int64_t>& others : columns)
      least = std::min(least,
                       least_of_mappings(block_volumes(problem.grid, as_real({rows, others})), problem.performances));
  return least;
}

TEST(Polish, BestIsTheOptimumOfAllMappingsAndWholeLengths) {
  for (const char* grid : {"2x2", "2x3"})
    for (int sample = 0; sample < 10; ++sample) {
      SCOPED_TRACE(::testing::Message() << grid << ' ' << sample);
      const std::int64_t side = grid == std::string("2x2") ? 20 + sample : 7;
      const GridProblem problem = random_grid(grid, 2 + sample % 9, sample, side, models[sample % 5]);
      const double least = least_rounded_time(problem, least_of_all_mappings);
      EXPECT_NEAR(solve("best", problem).rounded_time / least, 1, 1e-9);
      EXPECT_NEAR(least_rounded_time(problem, least_of_sorted) / least, 1, 1e-9);
    }
}

TEST(Polish, BestIsTheOptimumOfWholeLengthsOnSmallGrids) {
  int improved = 0;
  for (const char* grid : {"2x3", "2x4", "3x3"})
    for (int sample = 0; sample < 12; ++sample) {
      SCOPED_TRACE(::testing::Message() << grid << ' ' << sample);
      const std::int64_t side = grid == std::string("2x3") ? 24 : 12 + sample % 3;
      const GridProblem problem = random_grid(grid, 2 + sample % 9, sample, side, models[sample % 5]);
      const double least = least_rounded_time(problem, least_of_sorted);
      EXPECT_NEAR(solve("best[moves=2000]", problem).rounded_time / least, 1, 1e-9);
      improved += solve("best[moves=0]", problem).rounded_time > least * within_tie ? 1 : 0;
    }
  EXPECT_GT(improved, 2);
}

TEST(Polish, BestIsNeverSlowerWithIt) {
  int faster = 0;
  for (const GridProblem& problem : grids_to_polish(160)) {
    const GridSolution without = solve("best[moves=0]", problem);
    const GridSolution with = solve("best", problem);
    EXPECT_LE(with.rounded_time, without.rounded_time * within_tie) << spelled(problem.grid);
    faster += with.rounded_time * within_tie < without.rounded_time ? 1 : 0;
  }
  EXPECT_GT(faster, 40);
}

TEST(Polish, BestByRealTimeHasNone) {
  for (const GridProblem& problem : grids_to_polish(24))
    EXPECT_TRUE(identical(solve("best[by=real]", problem), solve("best[by=real,moves=3000]", problem)));
}

TEST(Polish, MoreMovesAreMostlyFaster) {
  double usual = 0;
  double more = 0;
  for (int sample = 0; sample < 10; ++sample) {
    const GridProblem problem = random_grid("4x8", 8, sample);
    usual += solve("best", problem).rounded_time / ideal_time(problem);
    more += solve("best[moves=5000]", problem).rounded_time / ideal_time(problem);
  }
  EXPECT_LT(more, usual);
}

TEST(Polish, TheSameProblemHasTheSameAnswer) {
  for (const GridProblem& problem : grids_to_polish(24))
    EXPECT_TRUE(identical(solve("best", problem), solve("best", problem))) << spelled(problem.grid);
}

TEST(Polish, LengthsAreNeverSlowerAndSumToTheSides) {
  for (const GridProblem& problem : grids_to_polish(80)) {
    LengthPolish polish(problem);
    const WholeLengths start = solve("natural", problem).rounded;
    RandomStream stream(1, "polish");
    for (const WholeLengths& lengths :
         {polish.settled(start), polish.annealed(start, {.hottest = 0.1, .moves = 50}, stream),
          polish.annealed(start, {.hottest = 0.1, .moves = 50, .settles = true}, stream)}) {
      EXPECT_LE(polish.time(lengths), polish.time(start) * within_tie);
      for (std::size_t k = 0; k < lengths.size(); ++k) {
        EXPECT_EQ(std::accumulate(lengths[k].begin(), lengths[k].end(), std::int64_t{0}), problem.block[k]);
        EXPECT_GE(std::ranges::min(lengths[k]), 0);
      }
    }
  }
}

// No exchange of two processes makes the whole lengths faster, and the lengths before rounding are no slower.
TEST(Polish, SolutionsHaveTheBestMapping) {
  for (const GridProblem& problem : grids_to_polish(40)) {
    GridSolution solution = LengthPolish(problem).solution(solve("proposed", problem).rounded);
    EXPECT_EQ(solution.rounded_time, block_time(problem, solution.mapping, as_real(solution.rounded)));
    EXPECT_EQ(solution.time, block_time(problem, solution.mapping, solution.lengths));
    EXPECT_LE(solution.time, solution.rounded_time);
    for (std::size_t one = 0; one < solution.mapping.size(); ++one)
      for (std::size_t other = 0; other < one; ++other) {
        std::swap(solution.mapping[one], solution.mapping[other]);
        EXPECT_GE(block_time(problem, solution.mapping, as_real(solution.rounded)) * within_tie, solution.rounded_time);
        std::swap(solution.mapping[one], solution.mapping[other]);
      }
  }
}

TEST(Polish, ASliceMayBeEmpty) {
  // The strong processes have the block alone; the others get rows or columns without elements.
  const GridProblem problem{{{2, 2}}, {1, 1, 1, 1e6}, {10, 10}};
  const GridSolution solution = solve("best", problem);
  EXPECT_NEAR(solution.rounded_time, 1e-4, 1e-9);
  EXPECT_LE(solution.time, solution.rounded_time);
}

TEST(Polish, OneDimensionNeedsNone) {
  EXPECT_FALSE(LengthPolish::takes({{5}}));
  EXPECT_FALSE(LengthPolish::takes({{1, 5}}));
  EXPECT_TRUE(LengthPolish::takes({{1, 2, 2}}));
}

}  // namespace
}  // namespace apportion

// The lower bound on the time of a block: never too high, and as its definition says.
#include "sim/grids/process_grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "algorithms/grids/beaumont.hpp"
#include "sim/random_stream.hpp"
#include "sim/samplers.hpp"
#include "tests/support/grids.hpp"

namespace apportion {
namespace {

// Lengths that are drawn, and performances that fit them without loss.
struct PerfectGrid {
  GridProblem problem;
  Mapping mapping;
  Lengths lengths;
};

PerfectGrid perfect_grid(const std::string& grid, int sample) {
  RandomStream stream(11, "perfect " + grid + std::to_string(sample));
  PerfectGrid perfect{{parse_grid(grid), {}, {}}, {}, {}};
  for (const std::size_t edge : perfect.problem.grid.edges) {
    std::vector<double> lengths = draw_cluster("log-uniform", edge, 4, stream).speeds;
    const double sum = std::accumulate(lengths.begin(), lengths.end(), 0.0);
    for (double& length : lengths) length *= 1000 / sum;
    perfect.lengths.push_back(lengths);
    perfect.problem.block.push_back(1000);
  }
  perfect.problem.performances = block_volumes(perfect.problem.grid, perfect.lengths);
  perfect.mapping.resize(perfect.problem.grid.cells());
  std::iota(perfect.mapping.begin(), perfect.mapping.end(), std::size_t{0});
  return perfect;
}

// The definition, by all pairs of pairs.
double plain_bound(const GridProblem& problem, std::size_t opposites) {
  const std::vector<double>& p = problem.performances;
  const std::size_t cells = p.size();
  double loss = 0;
  for (std::size_t i = 0; i < cells; ++i) {
    std::vector<double> of_process;
    for (std::size_t j = 0; j < cells; ++j) {
      if (i == j) continue;
      double least = std::numeric_limits<double>::infinity();
      for (std::size_t k = 0; k < cells; ++k)
        for (std::size_t l = 0; l < cells; ++l) {
          if (k == l || k == i || k == j || l == i || l == j) continue;
          const double mine = p[i] * p[j];
          const double other = p[k] * p[l];
          least =
              std::min(least, std::abs(mine - other) / (mine > other ? std::max(p[i], p[j]) : std::max(p[k], p[l])));
        }
      of_process.push_back(least);
    }
    std::ranges::sort(of_process);
    loss += std::accumulate(of_process.begin(), of_process.begin() + static_cast<std::ptrdiff_t>(opposites), 0.0) /
            (4 * static_cast<double>(opposites));
  }
  const double sum = std::accumulate(p.begin(), p.end(), 0.0);
  return ideal_time(problem) * sum / (sum - loss);
}

TEST(TimeLowerBound, IsItsDefinition) {
  const std::vector<std::pair<std::string, std::size_t>> grids = {{"2x2", 1},   {"2x3", 2},   {"3x4", 6},
                                                                  {"2x2x2", 3}, {"1x2x3", 2}, {"2x3x3", 8}};
  for (const auto& [grid, opposites] : grids)
    for (const char* sampling : {"extremes", "integers"})
      for (int sample = 0; sample < 5; ++sample) {
        const GridProblem problem = random_grid(grid, 8, sample, 1000, sampling);
        EXPECT_NEAR(time_lower_bound(problem) / plain_bound(problem, opposites), 1, 1e-12) << grid << ' ' << sampling;
      }
}

TEST(TimeLowerBound, IsTheOptimumOnTwoByTwo) {
  for (int sample = 0; sample < 1000; ++sample) {
    const GridProblem problem = random_grid("2x2", 1 + sample % 16, sample);
    EXPECT_NEAR(time_lower_bound(problem) / exact_two_by_two(problem, Rounding::remainders).time, 1, 1e-12);
  }
}

// Where nothing is lost a bound that is too high shows at once; nor may it rise above the time of these lengths when
// the processes are a little faster than they need to be.
TEST(TimeLowerBound, IsTheIdealTimeWhereALossIsAvoidable) {
  for (const char* grid : {"2x2", "2x3", "3x3", "4x5", "6x6", "2x2x2", "2x3x4", "1x7", "5", "16x16"})
    for (int sample = 0; sample < 20; ++sample) {
      PerfectGrid perfect = perfect_grid(grid, sample);
      GridProblem& problem = perfect.problem;
      EXPECT_NEAR(time_lower_bound(problem) / ideal_time(problem), 1, 1e-12) << grid;
      RandomStream stream(12, std::to_string(sample));
      const std::vector<double> faster = draw_cluster("uniform", problem.grid.cells(), 1.2, stream).speeds;
      for (std::size_t j = 0; j < faster.size(); ++j) problem.performances[j] *= faster[j];
      EXPECT_LE(time_lower_bound(problem) * (1 - 1e-12), block_time(problem, perfect.mapping, perfect.lengths)) << grid;
    }
}

TEST(TimeLowerBound, IsTheIdealTimeOfOneDimensionAndOfLargeGrids) {
  for (const char* grid : {"7", "1x7", "1x1x4", "16x17"}) {
    const GridProblem problem = random_grid(grid, 8, 1);
    EXPECT_EQ(time_lower_bound(problem), ideal_time(problem)) << grid;
  }
  const GridProblem problem = random_grid("4x4", 8, 1);
  EXPECT_GT(time_lower_bound(problem), ideal_time(problem));
}

// Products that tie by the thousand: the search for the nearest one is cut short.
TEST(TimeLowerBound, HoldsWherePerformancesTie) {
  GridProblem problem = random_grid("16x16", 1, 1);
  EXPECT_NEAR(time_lower_bound(problem) / ideal_time(problem), 1, 1e-12);
  for (std::size_t j = 0; j < 128; ++j) problem.performances[2 * j] = 4;
  EXPECT_NEAR(time_lower_bound(problem) / ideal_time(problem), 1, 1e-12);
}

TEST(TimeLowerBound, GrowsWithTheSidesThatAreNotDivided) {
  GridProblem problem = random_grid("2x3", 8, 1);
  const double bound = time_lower_bound(problem);
  problem.block.push_back(8);
  EXPECT_EQ(time_lower_bound(problem), 8 * bound);
}

}  // namespace
}  // namespace apportion

// CCP, and polished whole lengths.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/grids/candidate.hpp"
#include "algorithms/grids/ccp.hpp"
#include "algorithms/grids/mappings.hpp"
#include "algorithms/grids/polish.hpp"
#include "tests/support/grids.hpp"

namespace apportion {
namespace {
using testing_support::random_grid;

TEST(PortableLogarithms, AgreeWithTheLibrary) {
  for (const double value : {1e-200, 1e-9, 0.3, 0.70710678, 0.7071068, 1.0, 1.4142135, 1.4142136, 2.0, 10.0, 1e200})
    EXPECT_NEAR(portable_log(value), std::log(value), 4e-16 * std::max(1.0, std::abs(std::log(value)))) << value;
  for (const double exponent : {-700.0, -30.5, -1.0, -0.35, -1e-9, 0.0, 1e-9, 0.34, 1.0, 50.0, 600.0})
    EXPECT_NEAR(portable_exp(exponent) / std::exp(exponent), 1, 1e-15 + 3e-16 * std::abs(exponent)) << exponent;
  EXPECT_EQ(portable_log(1), 0);
  EXPECT_EQ(portable_exp(0), 1);
  EXPECT_EQ(portable_exp(-1e9), 0);
}

// The shares that make these cells' constraints tight, columns first; nothing if the cells are no spanning tree.
std::optional<std::vector<double>> tight_shares(const MappedGrid& grid, const std::vector<std::size_t>& cells) {
  const std::size_t columns = grid.grid.edge(0);
  std::vector<double> shares(columns + grid.grid.edge(1), 0.0);
  shares[0] = 1;
  for (std::size_t round = 0; round < shares.size(); ++round)
    for (const std::size_t cell : cells) {
      double& column = shares[cell % columns];
      double& row = shares[columns + cell / columns];
      if (column > 0 && row == 0) row = grid.performances[cell] / column;
      if (row > 0 && column == 0) column = grid.performances[cell] / row;
    }
  if (std::ranges::count(shares, 0.0) > 0) return std::nullopt;
  return shares;
}

// The least time of a fixed mapping of a two-dimensional grid: the best of the feasible spanning trees of K_{P,Q},
// among all sets of P + Q - 1 cells.
double least_time(const MappedGrid& grid) {
  const std::size_t columns = grid.grid.edge(0);
  const std::size_t cells = grid.performances.size();
  std::vector<char> chosen(cells, 0);
  std::fill_n(chosen.begin(), columns + grid.grid.edge(1) - 1, char{1});
  double greatest = 0;
  do {
    std::vector<std::size_t> tree;
    for (std::size_t cell = 0; cell < cells; ++cell)
      if (chosen[cell] != 0) tree.push_back(cell);
    const std::optional<std::vector<double>> shares = tight_shares(grid, tree);
    if (!shares) continue;
    bool feasible = true;
    for (std::size_t cell = 0; cell < cells; ++cell)
      feasible = feasible && (*shares)[cell % columns] * (*shares)[columns + cell / columns] <=
                                 grid.performances[cell] * (1 + 1e-12);
    if (!feasible) continue;
    double sums[2] = {0, 0};
    for (std::size_t s = 0; s < shares->size(); ++s) sums[s < columns ? 0 : 1] += (*shares)[s];
    greatest = std::max(greatest, sums[0] * sums[1]);
  } while (std::ranges::prev_permutation(chosen).found);
  return static_cast<double>(grid.block[0] * grid.block[1]) / greatest;
}

TEST(Ccp, IsTheBestOfAllSpanningTreesOnSmallGrids) {
  int sample = 0;
  for (const char* grid : {"1x4", "2x2", "2x3", "3x3", "2x5"})
    for (const double level : {1.5, 4.0, 16.0, 100.0})
      for (const char* sampling : {"extremes", "integers", "cycle-times"})
        for (int repetition = 0; repetition < (std::string(grid) == "3x3" ? 6 : 12); ++repetition) {
          const GridProblem problem = random_grid(grid, level, ++sample, 1000, sampling);
          for (const MappingRule& rule : mapping_rules) {
            const MappedGrid cells = mapped(problem, rule.map(problem.grid, problem.performances));
            const double time = solve("ccp[mapping=" + std::string(rule.name) + "]", problem).time;
            EXPECT_NEAR(time / least_time(cells), 1, 1e-9)
                << grid << ", level " << level << ", " << sampling << ", " << rule.name << ", sample " << sample;
          }
        }
}

// Moves a length from one slice to another, in one dimension or in several at once.
Lengths changed(const Lengths& lengths, RandomStream& stream) {
  Lengths result = lengths;
  for (std::vector<double>& of_dimension : result) {
    double& giver = of_dimension[stream() % of_dimension.size()];
    double& taker = of_dimension[stream() % of_dimension.size()];
    const double moved = giver * static_cast<double>(stream() % 1000) * 1e-6;
    giver -= moved;
    taker += moved;
  }
  return result;
}

TEST(Ccp, NoSmallChangeGains) {
  RandomStream stream(3, "small changes");
  int sample = 0;
  for (const char* grid : {"3x4", "6x6", "2x2x2", "2x3x3", "2x2x2x2"})
    for (const double level : {2.0, 16.0})
      for (const MappingRule& rule : mapping_rules) {
        const GridProblem problem = random_grid(grid, level, ++sample);
        const MappedGrid cells = mapped(problem, rule.map(problem.grid, problem.performances));
        const GridSolution solution = solve("ccp[mapping=" + std::string(rule.name) + "]", problem);
        for (int change = 0; change < 300; ++change)
          EXPECT_GE(time_of(cells, changed(solution.lengths, stream)), solution.time * (1 - 1e-12)) << grid;
      }
}

TEST(Ccp, IsNeverSlowerThanEqualPressureBeforeRounding) {
  int sample = 0;
  for (const char* grid : {"4", "2x3", "4x5", "6x6", "2x2x2", "3x3x3"})
    for (const double level : {1.0, 3.0, 16.0, 500.0})
      for (const MappingRule& rule : mapping_rules) {
        SCOPED_TRACE(::testing::Message() << grid << ' ' << level);
        const GridProblem problem = random_grid(grid, level, ++sample);
        const std::string mapping = "[mapping=" + std::string(rule.name) + "]";
        EXPECT_LE(solve("ccp" + mapping, problem).time, solve("equal-pressure" + mapping, problem).time * (1 + 1e-10));
      }
}

// The paper's example of a continuum of equal pressures on 2 x 2; the slowest of them takes 1.26 times as long.
TEST(Ccp, FindsTheEndOfAContinuum) {
  const GridProblem problem{{{2, 2}}, {1, 10, 11, 12}, {1000, 1000}};
  const MappedGrid cells = mapped(problem, {0, 1, 2, 3});
  ShareFinder finder(problem.grid);
  for (const double start : {10.0, 300.0, 500.0, 900.0}) {
    SCOPED_TRACE(start);
    const Lengths lengths = finder.improved(cells, {{start, 1000 - start}, {1000 - start, start}});
    EXPECT_NEAR(time_of(cells, lengths), least_time(cells), 1e-9 * least_time(cells));
  }
}

// Too many slices for the dense inverse: the lengths of equal pressure stay.
TEST(Ccp, LeavesLargeGridsToEqualPressure) {
  const GridProblem problem = random_grid("2x300", 8, 1);
  EXPECT_FALSE(ShareFinder::takes(problem.grid));
  EXPECT_EQ(solve("ccp[mapping=NAT]", problem).lengths, solve("equal-pressure[mapping=NAT]", problem).lengths);
}

TEST(Ccp, TakesPerformancesOfAllMagnitudes) {
  const GridProblem problem{{{2, 2, 2}}, {1e-100, 1, 1e100, 1e-30, 1e50, 3, 1e-7, 1e99}, {1000, 1000, 1000}};
  const GridSolution solution = solve("best", problem);
  EXPECT_TRUE(std::isfinite(solution.time));
  EXPECT_TRUE(std::isfinite(solution.rounded_time));
}

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

// All whole lengths of this many slices that sum to the side.
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

// The same with the largest block for the fastest process: otherwise a faster process with a smaller block could
// exchange it with a slower one.
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
  // The strong process takes the whole block; the others get rows or columns without elements.
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

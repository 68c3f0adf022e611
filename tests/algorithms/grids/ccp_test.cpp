// The best shares for a fixed mapping, against all spanning trees and against small changes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/grids/ccp.hpp"
#include "algorithms/grids/mappings.hpp"
#include "tests/support/grids.hpp"

namespace apportion {
namespace {

using testing_support::random_grid;
using testing_support::solve;

TEST(PortableLogarithms, AgreeWithTheLibrary) {
  for (const double value : {1e-200, 1e-9, 0.3, 0.70710678, 0.7071068, 1.0, 1.4142135, 1.4142136, 2.0, 10.0, 1e200})
    EXPECT_NEAR(portable_log(value), std::log(value), 4e-16 * std::max(1.0, std::abs(std::log(value)))) << value;
  for (const double exponent : {-700.0, -30.5, -1.0, -0.35, -1e-9, 0.0, 1e-9, 0.34, 1.0, 50.0, 600.0})
    EXPECT_NEAR(portable_exp(exponent) / std::exp(exponent), 1, 1e-15 + 3e-16 * std::abs(exponent)) << exponent;
  EXPECT_EQ(portable_log(1), 0);
  EXPECT_EQ(portable_exp(0), 1);
  EXPECT_EQ(portable_exp(-1e9), 0);
}

// The shares at which these cells' constraints are tight, columns first; nothing if the cells are no spanning tree.
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

// A length of one slice moves to another one, in one dimension or in several at once.
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
  EXPECT_FALSE(SharePolytope::takes(problem.grid));
  EXPECT_EQ(solve("ccp[mapping=NAT]", problem).lengths, solve("equal-pressure[mapping=NAT]", problem).lengths);
}

TEST(Ccp, TakesPerformancesOfAllMagnitudes) {
  const GridProblem problem{{{2, 2, 2}}, {1e-100, 1, 1e100, 1e-30, 1e50, 3, 1e-7, 1e99}, {1000, 1000, 1000}};
  const GridSolution solution = solve("best", problem);
  EXPECT_TRUE(std::isfinite(solution.time));
  EXPECT_TRUE(std::isfinite(solution.rounded_time));
}

}  // namespace
}  // namespace apportion

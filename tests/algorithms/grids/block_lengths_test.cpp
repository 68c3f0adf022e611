// Lengths for fixed mappings, and rounding.
#include "algorithms/grids/block_lengths.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "algorithms/grids/mappings.hpp"
#include "tests/support/grids.hpp"

namespace apportion {
namespace {

std::vector<double> pressures_of(const MappedGrid& grid, const Lengths& lengths, std::size_t k) {
  const std::vector<double> volumes = block_volumes(grid.grid, lengths);
  std::vector<double> pressures(grid.grid.edge(k));
  for (std::size_t cell = 0; cell < volumes.size(); ++cell) {
    double& pressure = pressures[grid.grid.coordinate(cell, k)];
    pressure = std::max(pressure, volumes[cell] / grid.performances[cell]);
  }
  return pressures;
}

TEST(NaturalLengths, AreSharesOfThePerformances) {
  const MappedGrid grid{{{2, 2}}, {1, 2, 3, 4}, {100, 1000}};
  const Lengths lengths = natural_lengths(grid);
  EXPECT_EQ(lengths[0], (std::vector<double>{40, 60}));
  EXPECT_EQ(lengths[1], (std::vector<double>{300, 700}));
}

// Problems, and each with every mapping.
template <class Check>
void for_examples(const std::string& algorithm, Check check) {
  int sample = 0;
  for (const char* edges : {"2x2", "3x4", "1x6", "5", "2x3x3", "6x6"})
    for (const double level : {1.0, 2.0, 16.0})
      for (const MappingRule& rule : mapping_rules) {
        const GridProblem problem = testing_support::random_grid(edges, level, ++sample);
        const Mapping mapping = rule.map(problem.grid, problem.performances);
        const std::string name = algorithm + "[mapping=" + std::string(rule.name) + "]";
        check(mapped(problem, mapping), testing_support::solve(name, problem).lengths);
      }
}

void expect_sums(const MappedGrid& grid, const Lengths& lengths) {
  for (std::size_t k = 0; k < lengths.size(); ++k) {
    EXPECT_NEAR(std::accumulate(lengths[k].begin(), lengths[k].end(), 0.0), static_cast<double>(grid.block[k]), 1e-9);
    EXPECT_GT(std::ranges::min(lengths[k]), 0);
  }
}

TEST(EqualPressure, MakesAllPressuresEqualAndIsNeverSlowerThanNatural) {
  for_examples("equal-pressure", [](const MappedGrid& grid, const Lengths& lengths) {
    expect_sums(grid, lengths);
    const double time = time_of(grid, lengths);
    EXPECT_LE(time, time_of(grid, natural_lengths(grid)) * (1 + 1e-12));
    // All pressures of the dimension that was made equal last; those of the others as far as it had converged.
    for (const double pressure : pressures_of(grid, lengths, 0)) EXPECT_NEAR(pressure / time, 1, 1e-9);
  });
}

TEST(GasPressure, ReturnsTheBestItSaw) {
  int better = 0;
  for_examples("proposed", [&](const MappedGrid& grid, const Lengths& lengths) {
    expect_sums(grid, lengths);
    const double natural = time_of(grid, natural_lengths(grid));
    EXPECT_LE(time_of(grid, lengths), natural * (1 + 1e-12));
    better += time_of(grid, lengths) < 0.999 * natural ? 1 : 0;
  });
  EXPECT_GT(better, 10);
}

// One dimension has one optimum: shares in proportion to the performances, which is where all methods start.
TEST(BlockLengths, AreExactInOneDimension) {
  const GridProblem problem{{{4}}, {1, 2, 3, 4}, {1000}};
  for (const char* name : {"natural", "equal-pressure", "proposed"})
    EXPECT_NEAR(testing_support::solve(name, problem).time, 100, 1e-9) << name;
}

TEST(Rounding, GivesTheLeftOverToTheLargestRemainders) {
  EXPECT_EQ(rounded_by_remainders({1.2, 2.7, 3.6, 2.5}, 10), (std::vector<std::int64_t>{1, 3, 4, 2}));
  EXPECT_EQ(rounded_by_remainders({2.5, 2.5, 2.5, 2.5}, 10), (std::vector<std::int64_t>{3, 3, 2, 2}));
  // A remainder smaller by a rounding error ties; a whole length a rounding error below itself is itself.
  EXPECT_EQ(rounded_by_remainders({0.5 - 5e-10, 0.5}, 1), (std::vector<std::int64_t>{1, 0}));
  EXPECT_EQ(rounded_by_remainders({3 - 1e-12, 7 + 1e-12}, 10), (std::vector<std::int64_t>{3, 7}));
}

TEST(Rounding, AsPrintedGoesByNaturalShares) {
  // 1.6 lies above its natural share, 8.4 below its own.
  EXPECT_EQ(rounded_as_printed({1.6, 8.4}, {1.0, 9.0}, 10), (std::vector<std::int64_t>{1, 9}));
  EXPECT_EQ(rounded_by_remainders({1.6, 8.4}, 10), (std::vector<std::int64_t>{2, 8}));
  // One element after the other: the first slice stays the neediest until it is settled.
  EXPECT_EQ(rounded_as_printed({1.7, 4.7, 3.6}, {4.0, 4.0, 2.0}, 10), (std::vector<std::int64_t>{3, 4, 3}));
}

}  // namespace
}  // namespace apportion

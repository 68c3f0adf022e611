// Grids of processes: shapes, performances, and arrays that are distributed over them block by block.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <string>

#include "algorithms/grids/beaumont.hpp"
#include "base/error.hpp"
#include "sim/grids/block_cyclic.hpp"
#include "sim/grids/process_grid.hpp"
#include "sim/random_stream.hpp"
#include "sim/samplers.hpp"
#include "tests/support/grids.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

TEST(ProcessGrid, NumbersItsCellsWithTheFirstCoordinateFastest) {
  const ProcessGrid grid{{2, 3, 4}};
  EXPECT_EQ(grid.cells(), 24U);
  std::size_t cell = 0;
  for (std::size_t c = 0; c < 4; ++c)
    for (std::size_t b = 0; b < 3; ++b)
      for (std::size_t a = 0; a < 2; ++a, ++cell) {
        SCOPED_TRACE(::testing::Message() << c << ' ' << b << ' ' << a);
        EXPECT_EQ(grid.coordinate(cell, 0), a);
        EXPECT_EQ(grid.coordinate(cell, 1), b);
        EXPECT_EQ(grid.coordinate(cell, 2), c);
        EXPECT_EQ(cell, a * grid.stride(0) + b * grid.stride(1) + c * grid.stride(2));
      }
}

TEST(ProcessGrid, IsSpelledByItsEdges) {
  EXPECT_EQ(spelled(parse_grid("2x3x4")), "2x3x4");
  EXPECT_EQ(parse_grid("36").edges, std::vector<std::size_t>{36});
  for (const char* text : {"", "x", "2x", "x2", "2x-3", "2 x 3", "2*3", "axb", "0x3", "99999999999999999999"})
    EXPECT_THROW((void)parse_grid(text), InputError) << text;
  EXPECT_THAT(message_of([] { (void)parse_grid("100000x100000"); }), HasSubstr("more than 10000000 cells"));
}

TEST(ProcessGrid, EdgesOutOfOrderAreRefusedWithTheOrderThatWouldDo) {
  EXPECT_NO_THROW(require_sorted_edges({{2, 2, 3}}));
  EXPECT_THAT(message_of([] { require_sorted_edges({{4, 2, 3}}); }), HasSubstr("give 2x3x4"));
}

TEST(GridProblem, BadInputIsRefused) {
  const GridProblem good{{{2, 2}}, {1, 2, 3, 4}, {10, 10}};
  EXPECT_NO_THROW(validate(good));
  const auto with = [&](auto change) {
    GridProblem problem = good;
    change(problem);
    return message_of([&] { validate(problem); });
  };
  EXPECT_THAT(with([](GridProblem& p) { p.performances.pop_back(); }),
              HasSubstr("grid 2x2 has 4 cells, but there are 3 performances"));
  EXPECT_THAT(with([](GridProblem& p) { p.performances[2] = 0; }), HasSubstr("performance 2 is 0"));
  EXPECT_THAT(with([](GridProblem& p) { p.performances[1] = -1; }), HasSubstr("must be positive"));
  EXPECT_THAT(with([](GridProblem& p) { p.performances[1] = std::numeric_limits<double>::quiet_NaN(); }),
              HasSubstr("performance 1"));
  EXPECT_THAT(with([](GridProblem& p) { p.performances[0] = std::numeric_limits<double>::infinity(); }),
              HasSubstr("performance 0"));
  EXPECT_THAT(with([](GridProblem& p) { p.block = {10, 1}; }), HasSubstr("side 1 of the block is 1"));
  EXPECT_THAT(with([](GridProblem& p) { p.block = {10}; }), HasSubstr("the block has 1 sides"));
  EXPECT_EQ(with([](GridProblem& p) { p.block = {10, 10, 1}; }), "");
  EXPECT_THAT(with([](GridProblem& p) { p.block = {10, 10, 0}; }), HasSubstr("side 2 of the block is 0"));
  EXPECT_THAT(with([](GridProblem& p) { p.block.assign(11, 10); }), HasSubstr("11 sides; at most 10"));
  EXPECT_THAT(with([](GridProblem& p) { p.grid.edges = {}; }), HasSubstr("no edges"));
  EXPECT_THAT(with([](GridProblem& p) { p.grid.edges = {0, 4}; }), HasSubstr("edge 0 of the grid is 0"));
}

TEST(BlockTimes, AreVolumesOverPerformances) {
  const GridProblem problem{{{2, 2, 3}}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, {10, 20, 30}};
  const Lengths lengths = {{4, 6}, {5, 15}, {10, 12, 8}};
  const Mapping mapping = {11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
  const std::vector<double> volumes = block_volumes(problem.grid, lengths);
  const std::vector<double> times = block_times(problem, mapping, lengths);
  double sum = 0;
  double longest = 0;
  for (std::size_t cell = 0; cell < 12; ++cell) {
    SCOPED_TRACE(cell);
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

// Random lengths, with performances that fit them without loss.
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
    SCOPED_TRACE(sample);
    const GridProblem problem = random_grid("2x2", 1 + sample % 16, sample);
    EXPECT_NEAR(time_lower_bound(problem) / exact_two_by_two(problem, Rounding::remainders).time, 1, 1e-12);
  }
}

// Without losses a bound that is too high is detected at once; nor may it exceed the time of these lengths if the
// processes are a little faster than necessary.
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

// Thousands of products tie: the search for the nearest one is cut short.
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

namespace apportion {
namespace {

// Three-dimensional data over a 2 x 3 grid: the grid's dimension 0 distributes the data's dimension 2, its dimension 1
// the data's 0, and the data's 1 stays whole. One slice has no elements.
BlockCyclic example(std::array<std::int64_t, 3> extent) {
  return {{{2, 3}}, {{3, 2}, {4, 0, 1}}, {2, 0, 1}, {extent[0], extent[1], extent[2]}};
}

bool within(const std::vector<IndexRange>& ranges, std::int64_t index) {
  return std::ranges::any_of(
      ranges, [index](const IndexRange& range) { return index >= range.first && index < range.first + range.count; });
}

TEST(BlockCyclic, ElementsAndProcessesAgree) {
  for (const std::array<std::int64_t, 3> extent :
       {std::array<std::int64_t, 3>{13, 2, 11}, {5, 3, 5}, {1, 1, 1}, {4, 2, 3}, {0, 2, 9}}) {
    SCOPED_TRACE(::testing::PrintToString(extent));
    const BlockCyclic data = example(extent);
    ASSERT_NO_THROW(validate(data));
    std::map<std::size_t, std::int64_t> counts;
    for (std::int64_t a = 0; a < extent[0]; ++a)
      for (std::int64_t b = 0; b < extent[1]; ++b)
        for (std::int64_t c = 0; c < extent[2]; ++c) {
          const std::array<std::int64_t, 3> element{a, b, c};
          const std::size_t owner = cell_of(data, element);
          ++counts[owner];
          for (std::size_t cell = 0; cell < 6; ++cell) {
            SCOPED_TRACE(::testing::Message() << a << ' ' << b << ' ' << c << ' ' << cell);
            const auto ranges = elements_of(data, cell);
            ASSERT_EQ(within(ranges[0], a) && within(ranges[1], b) && within(ranges[2], c), cell == owner);
          }
        }
    for (std::size_t cell = 0; cell < 6; ++cell) EXPECT_EQ(load(data, cell), counts[cell]) << cell;
  }
}

TEST(BlockCyclic, TheHomogeneousCaseIsTheTextbooks) {
  const BlockCyclic data{{{4}}, {{8, 8, 8, 8}}, {0}, {1000}};
  for (std::int64_t k = 0; k < 1000; ++k) {
    SCOPED_TRACE(k);
    const std::array<std::int64_t, 1> element{k};
    ASSERT_EQ(cell_of(data, element), static_cast<std::size_t>(k / 8 % 4));
  }
}

TEST(BlockCyclic, LargeArraysTakeNoLonger) {
  const BlockCyclic data = example({5'000'000'000, 7, 5'000'000'000});
  EXPECT_EQ(undistributed_volume(data), 7);
  EXPECT_EQ(load(data, 0), 7.0 * 4e9 * 3e9);
}

TEST(BlockCyclic, BadInputIsRefused) {
  const auto refused = [](auto change) {
    BlockCyclic data = example({5, 5, 5});
    change(data);
    EXPECT_THROW(validate(data), InputError);
  };
  refused([](BlockCyclic& data) { data.eta = {0, 0, 1}; });
  refused([](BlockCyclic& data) { data.eta = {0}; });
  refused([](BlockCyclic& data) { data.extent[1] = -1; });
  refused([](BlockCyclic& data) { data.lengths.pop_back(); });
  refused([](BlockCyclic& data) { data.lengths[0] = {1}; });
  refused([](BlockCyclic& data) { data.lengths[0] = {0, 0}; });
  refused([](BlockCyclic& data) { data.lengths[0] = {-1, 5}; });
}

}  // namespace
}  // namespace apportion

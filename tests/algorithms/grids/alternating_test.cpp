// Alternating between mappings and lengths, problems in batches, and mappings by rank.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "algorithms/grids/alternating.hpp"
#include "algorithms/grids/beaumont.hpp"
#include "algorithms/grids/lanes.hpp"
#include "algorithms/grids/mappings.hpp"
#include "base/error.hpp"
#include "tests/support/grids.hpp"
#include "tests/support/plain_grids.hpp"

namespace apportion {
namespace {
using testing_support::random_grid;

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
  // One dimension has one real-valued optimum; whole lengths still depend on the rule.
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

// The search alone, without the optimum among its members.
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

using testing_support::identical;
// Networks of one shape, of several models and levels, in a number that leaves lanes unused. Equal performances tie
// everywhere.
std::vector<GridProblem> networks(const std::string& grid, int count = 23) {
  std::vector<GridProblem> problems;
  const char* const models[] = {"extremes", "integers", "skewed", "cycle-times"};
  for (int sample = 0; sample < count; ++sample)
    problems.push_back(
        random_grid(grid, sample % 5 == 0 ? 1 : 1 << (1 + sample % 4), sample, 1000, models[sample % 4]));
  return problems;
}

void expect_identical(const std::vector<GridProblem>& problems, const std::vector<GridSolution>& batch,
                      const std::string& name) {
  ASSERT_EQ(batch.size(), problems.size());
  for (std::size_t k = 0; k < problems.size(); ++k)
    EXPECT_TRUE(identical(batch[k], testing_support::plain_solution(name, problems[k])))
        << name << " on " << spelled(problems[k].grid) << ", network " << k;
}

const std::vector<std::string> planar = {"1x1", "1x2", "2x2", "2x3", "3x3", "1x12", "4x9", "6x6", "8x8"};

TEST(Batch, PressureMethodsEqualThePlainOnes) {
  std::vector<std::string> grids = planar;
  grids.insert(grids.end(), {"5", "2x2x2", "2x3x4", "2x2x2x2"});
  for (const std::string& grid : grids)
    for (const LaneWidth width : {LaneWidth::two, LaneWidth::four, LaneWidth::eight}) {
      SCOPED_TRACE(grid);
      const std::vector<GridProblem> problems = networks(grid);
      const Options options = GridRegistry::instance().choose("proposed").options;
      expect_identical(problems, equal_pressure_solutions(problems, options, width), "equal-pressure");
      expect_identical(problems, gas_pressure_solutions(problems, options, width), "proposed");
    }
}

TEST(Batch, BeaumontEqualsThePlainOne) {
  for (const std::string& grid : planar)
    for (const LaneWidth width : {LaneWidth::two, LaneWidth::four, LaneWidth::eight}) {
      SCOPED_TRACE(grid);
      const std::vector<GridProblem> problems = networks(grid, 50);
      expect_identical(problems, beaumont_solutions(problems, Rounding::remainders, width), "beaumont");
    }
}

std::vector<GridProblem> mixed_shapes() {
  std::vector<GridProblem> problems;
  for (const char* grid : {"3x3", "2x2", "2x2", "3x4", "3x4", "3x4", "2x2"})
    problems.push_back(random_grid(grid, 8, static_cast<int>(problems.size())));
  problems[4].block = {50, 70};
  return problems;
}

TEST(Batch, RegisteredBatchesTakeOptionsAndMixedShapes) {
  const std::vector<GridProblem> problems = mixed_shapes();
  for (const Configured<GridAlgorithm>& chosen : GridRegistry::instance().entries()) {
    SCOPED_TRACE(chosen.canonical_name());
    if (chosen.algorithm->solve_batch == nullptr) continue;
    expect_identical(problems, chosen.algorithm->solve_batch(problems, chosen.options), chosen.canonical_name());
    EXPECT_TRUE(chosen.algorithm->solve_batch({}, chosen.options).empty());
  }
}

TEST(Batch, OneNetworkAloneGetsTheSame) {
  for (const Configured<GridAlgorithm>& chosen : GridRegistry::instance().entries())
    for (const GridProblem& problem : mixed_shapes()) {
      const std::string name = chosen.canonical_name();
      EXPECT_TRUE(identical(testing_support::solve(name, problem), testing_support::plain_solution(name, problem)))
          << name << " on " << spelled(problem.grid);
    }
}

TEST(Batch, RefusesWhatSolveRefuses) {
  std::vector<GridProblem> problems = {random_grid("2x2", 4, 1), random_grid("2x2", 4, 2)};
  problems[1].performances[0] = -1;
  for (const Configured<GridAlgorithm>& chosen : GridRegistry::instance().entries()) {
    SCOPED_TRACE(chosen.canonical_name());
    if (chosen.algorithm->solve_batch == nullptr) continue;
    EXPECT_THROW((void)chosen.algorithm->solve_batch(problems, chosen.options), InputError);
  }
}

// rho_0 upwards from the bottom row, rho_1 to the right, as in Kalinov & Klimov's Table 1.
std::vector<std::vector<double>> as_printed(const Mapping& mapping, const std::vector<double>& performances) {
  std::vector<std::vector<double>> rows;
  for (std::size_t rho0 = 3; rho0-- > 0;)
    rows.push_back({performances[mapping[rho0]], performances[mapping[rho0 + 3]], performances[mapping[rho0 + 6]]});
  return rows;
}

TEST(Mappings, AreThoseOfTable1) {
  const ProcessGrid grid{{3, 3}};
  for (std::vector<double> performances :
       {std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9}, {5, 9, 1, 3, 8, 2, 7, 4, 6}}) {
    SCOPED_TRACE(::testing::PrintToString(performances));
    using Rows = std::vector<std::vector<double>>;
    EXPECT_EQ(as_printed(nat1(grid, performances), performances), (Rows{{3, 7, 9}, {2, 6, 8}, {1, 4, 5}}));
    EXPECT_EQ(as_printed(nat(grid, performances), performances), (Rows{{3, 6, 9}, {2, 5, 8}, {1, 4, 7}}));
    EXPECT_EQ(as_printed(nat2(grid, performances), performances), (Rows{{7, 3, 1}, {8, 4, 2}, {9, 6, 5}}));
  }
}

// The printed formula with the limit l-1: from the last coordinate to the first.
TEST(Mappings, NatIsTheFormula) {
  const ProcessGrid grid{{2, 3, 4}};
  std::vector<double> performances(24);
  for (std::size_t j = 0; j < 24; ++j) performances[j] = static_cast<double>(j) + 1;
  const Mapping mapping = nat(grid, performances);
  for (std::size_t j = 0; j < 24; ++j) {
    SCOPED_TRACE(j);
    const std::size_t rho2 = j / 6;
    const std::size_t rho1 = (j - rho2 * 6) / 2;
    const std::size_t rho0 = j - rho2 * 6 - rho1 * 2;
    EXPECT_EQ(mapping[rho0 + 2 * rho1 + 6 * rho2], j);
  }
}

// Figure 2 of the paper: three planes, each without the previous ones, then the rest.
TEST(Mappings, HyperplanesComeInSteps) {
  const ProcessGrid grid{{2, 3, 4}};
  const std::vector<std::size_t> order = hyperplane_order(grid);
  EXPECT_EQ(std::set<std::size_t>(order.begin(), order.end()).size(), 24U);
  const auto step = [&](std::size_t cell) {
    return grid.coordinate(cell, 2) == 0   ? 1
           : grid.coordinate(cell, 1) == 0 ? 2
           : grid.coordinate(cell, 0) == 0 ? 3
                                           : 4;
  };
  for (std::size_t j = 1; j < order.size(); ++j) {
    SCOPED_TRACE(j);
    EXPECT_LE(step(order[j - 1]), step(order[j]));
    if (step(order[j - 1]) == step(order[j])) {
      EXPECT_LT(order[j - 1], order[j]);
    }
  }
  EXPECT_EQ(step(order[5]), 1);
  EXPECT_EQ(step(order[6]), 2);
  EXPECT_EQ(step(order[11]), 2);
  EXPECT_EQ(step(order[12]), 3);
  EXPECT_EQ(step(order[18]), 4);
}

TEST(Mappings, EqualPerformancesKeepTheirOrder) {
  const Mapping mapping = nat({{2, 2}}, std::vector<double>{2, 1, 2, 1});
  EXPECT_EQ(mapping, (Mapping{1, 3, 0, 2}));
  EXPECT_EQ(nat2({{2, 2}}, std::vector<double>{2, 1, 2, 1}), (Mapping{0, 2, 1, 3}));
}

TEST(Mappings, NeedSortedEdges) {
  for (const MappingRule& rule : mapping_rules)
    EXPECT_THROW((void)rule.map({{2, 1}}, std::vector<double>{1, 2}), InputError) << rule.name;
}

}  // namespace
}  // namespace apportion

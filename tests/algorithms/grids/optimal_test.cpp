// optimal on grids: compared with exhaustive search over mappings, known numbers, and every other algorithm.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/random/uniform_real_distribution.hpp>
#include <numeric>
#include <set>
#include <string>

#include "algorithms/grids/optimal.hpp"
#include "base/error.hpp"
#include "sim/grids/process_grid.hpp"
#include "sim/random_stream.hpp"
#include "tests/support/grids.hpp"

namespace apportion {
namespace {

using ::testing::HasSubstr;
using testing_support::random_grid;

// Two rows, the second r times as long as the first: a column takes c_j = min(x_j, y_j / r), and between the ratios
// y_j / x_j at which a minimum changes sides (1 + r) sum c is convex in r. No trees.
double best_of_two_rows(const std::vector<double>& performances) {
  const std::size_t columns = performances.size() / 2;
  double best = 0;
  for (std::size_t at = 0; at < columns; ++at) {
    const double r = performances[columns + at] / performances[at];
    double sum = 0;
    for (std::size_t j = 0; j < columns; ++j) sum += std::min(performances[j], performances[columns + j] / r);
    best = std::max(best, (1 + r) * sum);
  }
  return best;
}

double volume(const GridProblem& problem) {
  return std::accumulate(problem.block.begin(), problem.block.end(), 1.0,
                         [](double product, std::int64_t side) { return product * static_cast<double>(side); });
}

// The least time over all mappings.
double exhaustive_time(const GridProblem& problem) {
  std::vector<double> performances = problem.performances;
  std::ranges::sort(performances);
  double best = 0;
  do best = std::max(best, best_of_two_rows(performances));
  while (std::ranges::next_permutation(performances).found);
  return volume(problem) / best;
}

TEST(OptimalGrids, AgreesWithAllMappings) {
  for (const char* sampling : {"extremes", "integers", "log-uniform"})
    for (int sample = 0; sample < 40; ++sample)
      for (const char* grid : {"2x2", "2x3"}) {
        SCOPED_TRACE(::testing::Message() << sampling << ' ' << sample << ' ' << grid);
        GridProblem problem = random_grid(grid, 2 + sample % 15, sample, 1000, sampling);
        if (grid == std::string("2x3") && sample % 2 == 1) {
          problem.grid = {{3, 2}};  // edges need no order here
          problem.block = {700, 1000};
        }
        const GridSolution solution = solve("optimal", problem);
        EXPECT_TRUE(solution.proven_optimal);
        EXPECT_NEAR(solution.time / exhaustive_time(problem), 1, 1e-9) << spelled(problem.grid) << ' ' << sampling;
      }
}

TEST(OptimalGrids, SolvesNineProcesses) {
  const GridSolution solution = solve("optimal", {{{3, 3}}, {1, 2, 3, 4, 5, 6, 7, 8, 9}, {1000, 1000}});
  EXPECT_TRUE(solution.proven_optimal);
  EXPECT_NEAR(solution.time, 23285.038439, 1e-6);
}

TEST(OptimalGrids, NoAlgorithmIsFasterNorIsTheBoundAbove) {
  for (int sample = 0; sample < 60; ++sample)
    for (const char* grid : {"2x2", "2x3", "3x3", "3x4", "2x6", "1x5"}) {
      SCOPED_TRACE(::testing::Message() << sample << ' ' << grid);
      const GridProblem problem =
          random_grid(grid, 2 + sample % 15, sample, 100, sample % 3 == 0 ? "skewed" : "extremes");
      const GridSolution solution = solve("optimal", problem);
      EXPECT_TRUE(solution.proven_optimal);
      EXPECT_GE(solution.time, arranged_lower_bound(problem) * (1 - 1e-12)) << grid;
      EXPECT_GE(arranged_lower_bound(problem), time_lower_bound(problem));
      for (const char* rival : {"natural", "equal-pressure", "proposed", "beaumont", "ccp", "alternating[starts=10]"}) {
        SCOPED_TRACE(rival);
        const GridSolution theirs = solve(rival, problem);
        EXPECT_GE(theirs.time, solution.time * (1 - 1e-9)) << grid << ' ' << rival;
        EXPECT_FALSE(theirs.proven_optimal);
      }
    }
}

// Independent of how the bounds of equally fast mappings are rounded.
TEST(OptimalGrids, TakesTheSameOfEquallyFastMappingsInEveryUnitOfSpeed) {
  for (const std::vector<double>& speeds :
       {std::vector<double>{7, 7, 7, 7, 3, 1, 3, 7, 3, 3}, {6, 2, 1, 6, 2, 3, 9, 4, 4, 9}, {4, 4, 4, 2, 1, 2, 2, 3}})
    for (const double unit : {0.1, 1.0 / 3, 1.0 / 7, 1.0 / 9}) {
      SCOPED_TRACE(unit);
      GridProblem problem{{{2, speeds.size() / 2}}, speeds, {60, 90}};
      const Mapping mapping = solve("optimal", problem).mapping;
      for (double& performance : problem.performances) performance *= unit;
      EXPECT_EQ(solve("optimal", problem).mapping, mapping);
    }
}

TEST(OptimalGrids, StopsAtTheLimitOfNodes) {
  const GridProblem problem = random_grid("3x4", 8, 1);
  const GridSolution one = solve("optimal[nodes=1]", problem);
  EXPECT_FALSE(one.proven_optimal);
  EXPECT_GE(one.time, solve("optimal", problem).time);
  EXPECT_THROW((void)solve("optimal[nodes=0]", problem), InputError);
}

TEST(OptimalGrids, RefusesWhatItCannotProve) {
  const auto message = [](const GridProblem& problem) {
    try {
      (void)solve("optimal", problem);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(message(random_grid("4x4", 8, 1)), HasSubstr("4x4 has 16 in 2 dimensions; `best` takes any grid"));
  EXPECT_THAT(message(random_grid("2x2x2", 8, 1)), HasSubstr("2x2x2 has 8 in 3 dimensions; `best` takes any grid"));
  GridProblem problem = random_grid("2x2", 8, 1);
  problem.performances[0] = 1e60;
  EXPECT_THAT(message(problem), HasSubstr("it must be at most 1e+50"));
  problem.performances = {1e25, 1, 1e-25, 3};
  EXPECT_TRUE(solve("optimal", problem).proven_optimal);
}

std::vector<double> descending(std::size_t count) {
  std::vector<double> performances(count);
  std::iota(performances.rbegin(), performances.rend(), 1.0);
  return performances;
}

// The hook length formula counts standard Young tableaux.
TEST(SortedArrangements, AreStandardYoungTableaux) {
  for (const auto& [cells, columns, count] : std::vector<std::array<std::size_t, 3>>{
           {4, 2, 2}, {6, 3, 5}, {6, 2, 5}, {9, 3, 42}, {12, 4, 462}, {12, 3, 462}, {12, 6, 132}, {12, 12, 1}}) {
    const std::vector<Arrangement> all = sorted_arrangements(descending(cells), columns);
    EXPECT_EQ(all.size(), count);
    EXPECT_EQ(std::set<Arrangement>(all.begin(), all.end()).size(), count);
    for (const Arrangement& ranks : all)
      for (std::size_t cell = 0; cell < cells; ++cell) {
        SCOPED_TRACE(::testing::Message() << ::testing::PrintToString(cells) << ' ' << cell);
        EXPECT_TRUE(cell % columns == 0 || ranks[cell - 1] < ranks[cell]);
        EXPECT_TRUE(cell < columns || ranks[cell - columns] < ranks[cell]);
      }
  }
}

// With equal processes, each table of performances occurs once.
TEST(SortedArrangements, LookOnceAtEquallyFastProcesses) {
  for (const std::vector<double>& performances :
       {std::vector<double>{3, 3, 3, 2, 2, 1}, {2, 2, 2, 2, 2, 2}, {9, 9, 4, 4, 4, 4, 2, 2, 1}}) {
    SCOPED_TRACE(::testing::PrintToString(performances));
    const std::size_t columns = 3;
    const auto table = [&](const Arrangement& ranks, const std::vector<double>& from) {
      std::vector<double> values;
      for (const std::uint32_t rank : ranks) values.push_back(from[rank]);
      return values;
    };
    std::set<std::vector<double>> expected;
    for (const Arrangement& ranks : sorted_arrangements(descending(performances.size()), columns))
      expected.insert(table(ranks, performances));
    std::multiset<std::vector<double>> found;
    for (const Arrangement& ranks : sorted_arrangements(performances, columns))
      found.insert(table(ranks, performances));
    EXPECT_EQ(found, std::multiset<std::vector<double>>(expected.begin(), expected.end()));
  }
}

TEST(SortedArrangements, LoseNoMoreThanTheirBestShares) {
  for (int sample = 0; sample < 20; ++sample)
    for (const std::size_t columns : {2, 3, 4, 6}) {
      std::vector<double> performances = random_grid("3x4", 8, sample).performances;
      std::ranges::sort(performances, std::ranges::greater{});
      const double sum = std::accumulate(performances.begin(), performances.end(), 0.0);
      const std::vector<SpanningTree> trees = spanning_trees(12 / columns, columns);
      for (const Arrangement& ranks : sorted_arrangements(performances, columns)) {
        SCOPED_TRACE(::testing::Message() << sample << ' ' << columns);
        if ((ranks[1] + static_cast<std::uint32_t>(sample)) % 5 != 0) continue;  // a subset, to save time
        std::vector<double> placed;
        for (const std::uint32_t rank : ranks) placed.push_back(performances[rank]);
        const double best = best_tree_shares(trees, placed, columns).objective();
        EXPECT_LE(best, (sum - least_loss(performances, ranks, columns)) * (1 + 1e-12));
      }
    }
}

TEST(TreeShares, CountSpanningTrees) {
  EXPECT_EQ(spanning_trees(1, 5).size(), 1U);
  EXPECT_EQ(spanning_trees(2, 2).size(), 4U);
  EXPECT_EQ(spanning_trees(3, 3).size(), 81U);
  EXPECT_EQ(spanning_trees(3, 4).size(), 432U);
  EXPECT_EQ(spanning_trees(6, 2).size(), 192U);
  EXPECT_THROW((void)spanning_trees(3, 7), std::logic_error);
}

// Feasible, and no worse than random shares extended as far as possible, first the columns, then the rows.
TEST(TreeShares, AreTheBestOfAnArrangement) {
  RandomStream stream(3, "tree shares");
  boost::random::uniform_real_distribution<double> uniform(0.05, 1);
  for (int sample = 0; sample < 20; ++sample) {
    const std::vector<double> p = random_grid("3x4", 8, sample).performances;
    const GridShares best = best_tree_shares(spanning_trees(3, 4), p, 4);
    for (std::size_t cell = 0; cell < 12; ++cell)
      EXPECT_LE(best.rows[cell / 4] * best.columns[cell % 4], p[cell] * (1 + 1e-12)) << sample << ' ' << cell;
    for (int draw = 0; draw < 2000; ++draw) {
      SCOPED_TRACE(::testing::Message() << sample << ' ' << draw);
      GridShares drawn{{uniform(stream), uniform(stream), uniform(stream)}, std::vector<double>(4, 1e9)};
      for (std::size_t cell = 0; cell < 12; ++cell)
        drawn.columns[cell % 4] = std::min(drawn.columns[cell % 4], p[cell] / drawn.rows[cell / 4]);
      for (std::size_t row = 0; row < 3; ++row) {
        drawn.rows[row] = 1e9;
        for (std::size_t j = 0; j < 4; ++j)
          drawn.rows[row] = std::min(drawn.rows[row], p[row * 4 + j] / drawn.columns[j]);
      }
      EXPECT_LE(drawn.objective(), best.objective() * (1 + 1e-12));
    }
  }
}

}  // namespace
}  // namespace apportion

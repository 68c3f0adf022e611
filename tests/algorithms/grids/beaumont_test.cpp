// Beaumont et al.'s heuristic and its exact 2 x 2 case.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "algorithms/grids/beaumont.hpp"
#include "base/error.hpp"
#include "tests/support/grids.hpp"

namespace apportion {
namespace {

using testing_support::random_grid;

// The greatest (sum r)(sum c) with r_i t_ij c_j <= 1 on P x Q cells, by all spanning trees of K_{P,Q}: the constraints
// of a tree are tight, the others must hold. An independent, slow reference.
double best_over_spanning_trees(const std::vector<double>& t, std::size_t rows, std::size_t columns) {
  const std::size_t edges = rows * columns;
  const std::size_t nodes = rows + columns;
  double best = 0;
  for (std::size_t set = 0; set < (std::size_t{1} << edges); ++set) {
    if (static_cast<std::size_t>(__builtin_popcountll(set)) != nodes - 1) continue;
    std::vector<double> value(nodes, 0);
    value[0] = 1;
    for (std::size_t round = 0; round < nodes; ++round)
      for (std::size_t e = 0; e < edges; ++e) {
        if ((set >> e) % 2 == 0) continue;
        double& r = value[e / columns];
        double& c = value[rows + e % columns];
        if (r > 0 && c == 0) c = 1 / (r * t[e]);
        if (c > 0 && r == 0) r = 1 / (c * t[e]);
      }
    if (std::ranges::count(value, 0.0) > 0) continue;
    bool feasible = true;
    for (std::size_t e = 0; e < edges; ++e)
      feasible = feasible && value[e / columns] * t[e] * value[rows + e % columns] <= 1 + 1e-12;
    if (!feasible) continue;
    const auto middle = value.begin() + static_cast<std::ptrdiff_t>(rows);
    best = std::max(best, std::accumulate(value.begin(), middle, 0.0) * std::accumulate(middle, value.end(), 0.0));
  }
  return best;
}

TEST(TwoByTwo, IsTheBestOverAllArrangementsAndSpanningTrees) {
  for (int sample = 0; sample < 300; ++sample) {
    const GridProblem problem =
        random_grid("2x2", sample % 3 == 0 ? 16 : 3, sample, 1000, sample % 2 == 0 ? "extremes" : "integers");
    std::array<std::size_t, 4> order = {0, 1, 2, 3};
    double best = 0;
    do {
      std::vector<double> t;
      for (const std::size_t process : order) t.push_back(1 / problem.performances[process]);
      best = std::max(best, best_over_spanning_trees(t, 2, 2));
    } while (std::next_permutation(order.begin(), order.end()));
    const GridSolution solution = exact_two_by_two(problem, Rounding::remainders);
    EXPECT_NEAR(solution.time, 1e6 / best, 1e-9 * solution.time) << sample;
  }
}

// The shares of one arrangement, cell by cell.
GridShares singular_shares(const ProcessGrid& grid, const std::vector<double>& performances) {
  LaneArrangements<2> lanes(grid);
  for (std::size_t cell = 0; cell < performances.size(); ++cell)
    for (const std::size_t lane : {0U, 1U}) lanes.performances[cell].v[lane] = performances[cell];
  share_lanes(lanes);
  GridShares shares;
  for (const Lanes<2>& row : lanes.rows) shares.rows.push_back(row.v[0]);
  for (const Lanes<2>& column : lanes.columns) shares.columns.push_back(column.v[0]);
  return shares;
}

// No arrangement's heuristic shares beat that arrangement's optimum, and they are feasible with every row tight.
TEST(SingularShares, AreFeasibleAndNoBetterThanTheOptimum) {
  for (int sample = 0; sample < 40; ++sample) {
    SCOPED_TRACE(sample);
    const GridProblem problem = random_grid("2x3", 8, sample);
    const GridShares shares = singular_shares(problem.grid, problem.performances);
    ASSERT_EQ(shares.rows.size(), 3U);
    ASSERT_EQ(shares.columns.size(), 2U);
    std::vector<double> t;
    for (const double performance : problem.performances) t.push_back(1 / performance);
    for (std::size_t i = 0; i < 3; ++i) {
      SCOPED_TRACE(i);
      double greatest = 0;
      for (std::size_t j = 0; j < 2; ++j)
        greatest = std::max(greatest, shares.rows[i] * t[2 * i + j] * shares.columns[j]);
      EXPECT_NEAR(greatest, 1, 1e-12);
    }
    EXPECT_LE(shares.objective(), best_over_spanning_trees(t, 3, 2) * (1 + 1e-12));
  }
}

TEST(SingularShares, AreExactForRankOne) {
  // p_ij = a_i b_j divides perfectly: shares in the ratio of a and of b.
  const GridShares shares = singular_shares({{3, 2}}, {1, 2, 5, 3, 6, 15});
  EXPECT_NEAR(shares.rows[1] / shares.rows[0], 3, 1e-12);
  EXPECT_NEAR(shares.columns[1] / shares.columns[0], 2, 1e-12);
  EXPECT_NEAR(shares.columns[2] / shares.columns[0], 5, 1e-12);
}

TEST(Beaumont, EndsInAnArrangementThatGivesLargerCellsFasterProcesses) {
  for (int sample = 0; sample < 50; ++sample) {
    SCOPED_TRACE(sample);
    const GridProblem problem = random_grid("4x5", 8, sample);
    const GridSolution solution = testing_support::solve("beaumont", problem);
    std::vector<double> performances;
    for (const std::size_t process : solution.mapping) performances.push_back(problem.performances[process]);
    const GridShares shares = singular_shares(problem.grid, performances);
    const double time = 1e6 / shares.objective();
    EXPECT_NEAR(solution.time, time, 1e-9 * time);
  }
}

TEST(Rank, IsBySizeThenByCell) {
  std::vector<std::uint32_t> order = {3, 1, 0, 2};
  Arrangement ranks(4);
  rank_cells(std::vector<double>{1, 5, 5, 7}, order, ranks);
  EXPECT_EQ(ranks, (Arrangement{3, 1, 2, 0}));
}

TEST(Rank, TiesGroupByGroup) {
  std::vector<std::uint32_t> order = {0, 1, 2, 3, 4};
  Arrangement ranks(5);
  // Each ties with the next, in whichever order they come; the last is beyond a gap.
  rank_cells(std::vector<double>{1, 1 + 6e-11, 1 + 12e-11, 1 + 18e-11, 1 + 1e-9}, order, ranks);
  EXPECT_EQ(ranks, (Arrangement{1, 2, 3, 4, 0}));
  rank_cells(std::vector<double>{1 + 12e-11, 1, 1 + 18e-11, 1 + 6e-11, 1 - 1e-9}, order, ranks);
  EXPECT_EQ(ranks, (Arrangement{0, 1, 2, 3, 4}));
}

TEST(FirstGreatest, TakesTheFirstThatTies) {
  EXPECT_EQ(first_greatest(std::vector<double>{1, 7, 7 + 1e-12, 2}), 1U);
  EXPECT_EQ(first_greatest(std::vector<double>{1, 7, 7 + 1e-8, 2}), 2U);
  EXPECT_EQ(first_greatest(std::vector<double>{3}), 0U);
}

TEST(ArrangementHistory, EndsAtARepetition) {
  ArrangementHistory history;
  const auto answer = [&](const Arrangement& next) {
    const ArrangementHistory::Met* const met = history.answer(next);
    return met == nullptr ? 0 : met->objective;
  };
  history.add({0, 1, 2}, {{5}, {1}});
  EXPECT_EQ(answer({1, 0, 2}), 0);
  history.add({1, 0, 2}, {{9}, {1}});
  EXPECT_EQ(answer({1, 0, 2}), 9);  // follows itself
  history.add({2, 0, 1}, {{7}, {1}});
  EXPECT_EQ(answer({1, 0, 2}), 9);  // a cycle of the last two, the first of which is better
  EXPECT_EQ(answer({0, 1, 2}), 9);  // a cycle of all three
  EXPECT_EQ(answer({2, 1, 0}), 0);
}

TEST(Beaumont, TakesTwoDimensionsOnly) {
  for (const char* grid : {"4", "2x2x2"}) try {
      (void)testing_support::solve("beaumont", random_grid(grid, 2, 1));
      FAIL() << grid;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr("two-dimensional grids only"));
    }
}

}  // namespace
}  // namespace apportion

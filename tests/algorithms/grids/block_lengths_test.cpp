// Lengths of slices: equal pressure, the rule of Beaumont et al., and their rounding.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "algorithms/grids/beaumont.hpp"
#include "algorithms/grids/block_lengths.hpp"
#include "algorithms/grids/candidate.hpp"
#include "algorithms/grids/mappings.hpp"
#include "base/error.hpp"
#include "tests/support/grids.hpp"

namespace apportion {
namespace {

// --- Rounding as an apportionment: the least rounded time in one dimension, never more than the other rules in several

using testing_support::random_grid;

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

// Checks problems with every mapping.
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
    SCOPED_TRACE(k);
    EXPECT_NEAR(std::accumulate(lengths[k].begin(), lengths[k].end(), 0.0), static_cast<double>(grid.block[k]), 1e-9);
    EXPECT_GT(std::ranges::min(lengths[k]), 0);
  }
}

TEST(EqualPressure, MakesAllPressuresEqualAndIsNeverSlowerThanNatural) {
  for_examples("equal-pressure", [](const MappedGrid& grid, const Lengths& lengths) {
    expect_sums(grid, lengths);
    const double time = time_of(grid, lengths);
    EXPECT_LE(time, time_of(grid, natural_lengths(grid)) * (1 + 1e-12));
    // All pressures of the last equalised dimension are equal; those of the others up to convergence.
    for (const double pressure : pressures_of(grid, lengths, 0)) EXPECT_NEAR(pressure / time, 1, 1e-9) << pressure;
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

// One dimension has one optimum: shares in proportion to the performances, from which all methods start.
TEST(BlockLengths, AreExactInOneDimension) {
  const GridProblem problem{{{4}}, {1, 2, 3, 4}, {1000}};
  for (const char* name : {"natural", "equal-pressure", "proposed"})
    EXPECT_NEAR(testing_support::solve(name, problem).time, 100, 1e-9) << name;
}

TEST(Rounding, GivesTheLeftOverToTheLargestRemainders) {
  EXPECT_EQ(rounded_by_remainders({1.2, 2.7, 3.6, 2.5}, 10), (std::vector<std::int64_t>{1, 3, 4, 2}));
  EXPECT_EQ(rounded_by_remainders({2.5, 2.5, 2.5, 2.5}, 10), (std::vector<std::int64_t>{3, 3, 2, 2}));
  // A remainder smaller by a rounding error ties; a length a rounding error below a whole number is that number.
  EXPECT_EQ(rounded_by_remainders({0.5 - 5e-10, 0.5}, 1), (std::vector<std::int64_t>{1, 0}));
  EXPECT_EQ(rounded_by_remainders({3 - 1e-12, 7 + 1e-12}, 10), (std::vector<std::int64_t>{3, 7}));
}

TEST(Rounding, AsPrintedGoesByNaturalShares) {
  // 1.6 lies above its natural share, 8.4 below its own.
  EXPECT_EQ(rounded_as_printed({1.6, 8.4}, {1.0, 9.0}, 10), (std::vector<std::int64_t>{1, 9}));
  EXPECT_EQ(rounded_by_remainders({1.6, 8.4}, 10), (std::vector<std::int64_t>{2, 8}));
  // Element by element: the first slice remains the neediest until it is settled.
  EXPECT_EQ(rounded_as_printed({1.7, 4.7, 3.6}, {4.0, 4.0, 2.0}, 10), (std::vector<std::int64_t>{3, 4, 3}));
  // A rounding error below a whole number counts as that number, so that nothing is left for the second slice.
  EXPECT_EQ(rounded_as_printed({3 - 1e-12, 4 + 1e-12}, {1.0, 6.0}, 7), (std::vector<std::int64_t>{3, 4}));
}

// The least over all ways to divide `side` among the costs.
double least_greatest_cost(const std::vector<double>& costs, std::int64_t side, std::size_t from = 0) {
  if (from + 1 == costs.size()) return static_cast<double>(side) * costs[from];
  double least = std::numeric_limits<double>::infinity();
  for (std::int64_t length = 0; length <= side; ++length)
    least = std::min(least, std::max(static_cast<double>(length) * costs[from],
                                     least_greatest_cost(costs, side - length, from + 1)));
  return least;
}

double greatest_cost(const std::vector<double>& costs, const std::vector<std::int64_t>& lengths) {
  double greatest = 0;
  for (std::size_t i = 0; i < costs.size(); ++i)
    greatest = std::max(greatest, static_cast<double>(lengths[i]) * costs[i]);
  return greatest;
}

TEST(Apportioned, IsTheLeastOfAllDivisions) {
  RandomStream stream(5, "costs");
  for (int sample = 0; sample < 400; ++sample) {
    SCOPED_TRACE(sample);
    std::vector<double> costs(1 + stream() % 4);
    for (double& cost : costs)
      cost = sample % 2 == 0 ? 1.0 / static_cast<double>(1 + stream() % 5) : static_cast<double>(1 + stream() % 1000);
    const auto side = static_cast<std::int64_t>(1 + stream() % 15);
    const std::vector<std::int64_t> lengths = apportioned(costs, side);
    EXPECT_EQ(std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0}), side);
    EXPECT_GE(std::ranges::min(lengths), 0);
    EXPECT_LE(greatest_cost(costs, lengths), least_greatest_cost(costs, side) * (1 + 1e-12));
  }
}

// Votes 53, 24 and 23 for seven seats: highest averages give 4, 2, 1, largest remainders as well; with 53 to 25 : 22
// and five seats the rules differ: quotas 2.65, 1.25, 1.1.
TEST(Apportioned, WorkedExamples) {
  const auto by_votes = [](std::vector<double> votes, std::int64_t seats) {
    for (double& vote : votes) vote = 1 / vote;
    return apportioned(votes, seats);
  };
  EXPECT_EQ(by_votes({53, 24, 23}, 7), (std::vector<std::int64_t>{4, 2, 1}));
  EXPECT_EQ(by_votes({53, 25, 22}, 5), (std::vector<std::int64_t>{3, 1, 1}));
  // A quota of 96.04 and more than one element above it.
  EXPECT_EQ(by_votes({96.04, 1.32, 1.32, 1.32}, 100), (std::vector<std::int64_t>{97, 1, 1, 1}));
  EXPECT_EQ(by_votes({1, 1, 1}, 2), (std::vector<std::int64_t>{1, 1, 0}));
  EXPECT_EQ(by_votes({1, 1}, 1'000'000'000), (std::vector<std::int64_t>{500'000'000, 500'000'000}));
}

TEST(Apportioned, ManySlicesTakeNoLongerThanSorting) {
  std::vector<double> costs(200'000);
  for (std::size_t i = 0; i < costs.size(); ++i) costs[i] = 1 + static_cast<double>(i % 1000) / 1000;
  const std::vector<std::int64_t> lengths = apportioned(costs, 10'000'000);
  EXPECT_EQ(std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0}), 10'000'000);
}

TEST(RoundingByApportionment, IsNeverSlowerThanTheOtherRules) {
  int faster = 0;
  int sample = 0;
  for (const char* grid : {"5", "2x2", "3x4", "6x6", "2x3x3"})
    for (const std::int64_t side : {20, 100, 1000})
      for (const double level : {2.0, 16.0})
        for (int repetition = 0; repetition < 10; ++repetition) {
          const GridProblem problem = random_grid(grid, level, ++sample, side);
          const GridSolution solution = solve("equal-pressure[mapping=NAT]", problem);
          const auto rounded_time = [&](Rounding rounding) {
            return rounded_solution(problem, solution.mapping, solution.lengths, rounding).rounded_time;
          };
          const double other = std::min(rounded_time(Rounding::remainders), rounded_time(Rounding::printed));
          EXPECT_LE(rounded_time(Rounding::apportioned), other * (1 + 1e-12)) << grid << ", sample " << sample;
          faster += rounded_time(Rounding::apportioned) < other * (1 - 1e-9) ? 1 : 0;
        }
  EXPECT_GT(faster, 150);
}

TEST(RoundingByApportionment, IsTheOptimumInOneDimension) {
  for (int sample = 0; sample < 100; ++sample) {
    const GridProblem problem = random_grid("4", 1 + sample % 16, sample, 4 + sample % 20);
    std::vector<double> costs;
    for (const double performance : problem.performances) costs.push_back(1 / performance);
    const double least = least_greatest_cost(costs, problem.block[0]);
    for (const char* name : {"best", "ccp", "proposed[apportioned]"})
      EXPECT_NEAR(solve(name, problem).rounded_time / least, 1, 1e-12) << name;
  }
}

TEST(RoundingByApportionment, IsOneOfTwoOptions) {
  EXPECT_THROW((void)solve("proposed[apportioned,printed-rounding]", random_grid("2x2", 4, 1)), InputError);
}

}  // namespace

}  // namespace apportion

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
  // Each ties with the next, in any order; the last is beyond a gap.
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

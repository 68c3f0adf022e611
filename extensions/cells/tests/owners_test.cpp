// Owners of cells.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "algorithms/rectangles/random_draws.hpp"
#include "base/error.hpp"
#include "extensions/cells/sim/cell_bounds.hpp"
#include "extensions/cells/sim/cell_costs.hpp"
#include "extensions/cells/tests/cells.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

CellProblem from_previous(std::int64_t rows, std::int64_t columns, std::vector<double> speeds,
                          std::vector<std::int32_t> owners, double price = 1) {
  CellProblem problem{.rows = rows, .columns = columns, .cluster = {std::move(speeds), {}}};
  problem.previous = std::make_shared<const PreviousDivision>(PreviousDivision{std::move(owners), price});
  return problem;
}

Decomposition division_owned_so(const CellProblem& problem, const std::vector<std::int32_t>& owners) {
  return apportion::division_of(problem.rows, problem.columns, problem.cluster.size(), owners);
}

TEST(Migration, CountsActiveCellsThatSomebodyElseHad) {
  CellProblem problem = from_previous(1, 6, {1, 1}, {0, 0, 1, 1, no_owner, 7});
  const Decomposition division = division_owned_so(problem, {0, 1, 1, 0, 1, 1});
  EXPECT_EQ(moved_cells(problem, division), 3);
  problem.loads = std::make_shared<const CellLoads>(1, 6, std::vector<double>{1, 0, 1, 1, 1, 1});
  EXPECT_EQ(moved_cells(problem, division), 2);
  EXPECT_EQ(cost_with_migration(problem, 10, 2), 12);
  problem.previous = nullptr;
  EXPECT_EQ(moved_cells(problem, division), 0);
  EXPECT_EQ(least_moved_cells(problem), 0);
}

// 100 cells per processor; the shares are 80 and 120, at most a cell and its rounding off.
TEST(Migration, PartsThatShrinkGiveWhatIsBeyondTheTolerance) {
  std::vector<std::int32_t> owners(200, 0);
  std::fill(owners.begin() + 100, owners.end(), 1);
  CellProblem problem = from_previous(10, 20, {80, 120}, owners);
  EXPECT_EQ(least_moved_cells(problem), 19);
  problem.imbalance = 0.1;  // 80 ± 8 and 120 ± 12
  EXPECT_EQ(least_moved_cells(problem), 12);
  // The second processor has left: all of its cells move. A new cell does not count as moved.
  problem = from_previous(10, 20, {1}, owners);
  EXPECT_EQ(least_moved_cells(problem), 100);
  problem = from_previous(1, 4, {1, 1}, {0, 0, no_owner, no_owner});
  EXPECT_EQ(least_moved_cells(problem), 0);
}

TEST(Migration, HeavyCellsMoveFirst) {
  CellProblem problem = from_previous(1, 6, {1, 1}, {0, 0, 0, 0, 1, 1});
  problem.loads = std::make_shared<const CellLoads>(1, 6, std::vector<double>{4, 4, 4, 4, 2, 2});
  // 16 and 4 for shares of 10, 4 off at most: the median cell.
  EXPECT_EQ(least_moved_cells(problem), 1);
}

TEST(Migration, RefusesWhatIsNoPreviousDivision) {
  const auto refused = [](const CellProblem& problem, const char* message) {
    EXPECT_THAT([&] { validate(problem); }, ThrowsMessage<InputError>(HasSubstr(message)));
  };
  validate(from_previous(1, 2, {1, 1}, {0, 5}));
  refused(from_previous(1, 2, {1, 1}, {0, 1, 1}), "the previous division has 3 cells; the array has 1 x 2");
  refused(from_previous(1, 2, {1, 1}, {0, -2}), "an owner below -1");
  refused(from_previous(1, 2, {1, 1}, {0, 1}, -1), "the price of a moved cell is -1");
  refused(from_previous(1, 2, {1, 1}, {0, 1}, std::numeric_limits<double>::infinity()), "is inf");
}

// Every division of arrays of up to 9 cells among three processors, with or without a previous division.
TEST(Migration, NoDivisionIsBelowTheBound) {
  RandomStream stream(4, "bounds on migration");
  int attained = 0;
  constexpr int problems = 40;
  for (int i = 0; i < problems; ++i) {
    const std::int64_t columns = i % 8 == 0 ? 3 : 2;
    const auto cells = static_cast<std::size_t>(3 * columns);
    std::vector<std::int32_t> owners;
    std::vector<double> loads;
    for (std::size_t cell = 0; cell < cells; ++cell) {
      owners.push_back(static_cast<std::int32_t>(draw_below(5, stream)) - 1);
      loads.push_back(static_cast<double>(1 + draw_below(5, stream)));
    }
    CellProblem problem = from_previous(3, columns, {1, 1 + 3 * draw_unit(stream), 1}, owners);
    problem.imbalance = 0.2 * static_cast<double>(draw_below(2, stream));
    if (i % 2 == 1) problem.loads = std::make_shared<const CellLoads>(3, columns, loads);
    std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
    std::vector<std::int32_t> tried(cells, 0);
    for (std::size_t digit = 0; digit < cells;) {
      const Decomposition division = division_owned_so(problem, tried);
      if (cell_balance(problem, division).beyond_tolerance == 0)
        fewest = std::min(fewest, moved_cells(problem, division));
      for (digit = 0; digit < cells && ++tried[digit] == 3; ++digit) tried[digit] = 0;
    }
    EXPECT_LE(least_moved_cells(problem), fewest) << i;
    attained += least_moved_cells(problem) == fewest ? 1 : 0;
  }
  // The bound is not trivially 0.
  EXPECT_GT(attained, problems / 2);
}

}  // namespace
}  // namespace apportion

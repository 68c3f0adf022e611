// Costs of divisions into whole cells: by rectangles, by cells and by definition.
#include "extensions/cells/sim/cell_costs.hpp"

#include <gtest/gtest.h>

#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "extensions/cells/tests/cells.hpp"
#include "sim/cells/owners.hpp"
#include "sim/random_stream.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion {
namespace {

using testing_support::by_definition;
using testing_support::Painted;

CellProblem problem_of(const Painted& painted) {
  return {.rows = painted.rows, .columns = painted.columns, .cluster = {std::vector<double>(painted.parts, 1.0), {}}};
}

CellProblem with_loads(const Painted& painted, const std::vector<double>& loads) {
  CellProblem problem = problem_of(painted);
  problem.loads = std::make_shared<CellLoads>(painted.rows, painted.columns, loads);
  return problem;
}

Decomposition painted_division(const Painted& painted) {
  return division_of(painted.rows, painted.columns, painted.parts, painted.owners);
}

void expect_equal(const CellBoundary& found, const CellBoundary& expected) {
  EXPECT_EQ(found.edges, expected.edges);
  EXPECT_EQ(found.neighbours, expected.neighbours);
  EXPECT_EQ(found.halo, expected.halo);
  EXPECT_EQ(found.volume, expected.volume);
  EXPECT_EQ(found.busiest, expected.busiest);
  EXPECT_EQ(found.fragments, expected.fragments);
  EXPECT_EQ(found.torn, expected.torn);
  EXPECT_EQ(found.empty, expected.empty);
}

std::int64_t drawn(std::int64_t least, std::int64_t most, RandomStream& stream) {
  return boost::random::uniform_int_distribution<std::int64_t>(least, most)(stream);
}

// Owners in blocks of a few cells, so that parts have pieces, holes and corners.
Painted drawn_owners(RandomStream& stream) {
  Painted painted{.rows = drawn(1, 12, stream), .columns = drawn(1, 12, stream)};
  painted.parts = static_cast<std::size_t>(drawn(1, 5, stream));
  painted.owners.assign(static_cast<std::size_t>(painted.rows * painted.columns), 0);
  for (std::int64_t blocks = drawn(0, 12, stream); blocks > 0; --blocks) {
    const auto owner = static_cast<std::int32_t>(drawn(0, static_cast<std::int64_t>(painted.parts) - 1, stream));
    const std::int64_t row = drawn(0, painted.rows - 1, stream);
    const std::int64_t column = drawn(0, painted.columns - 1, stream);
    const std::int64_t row_end = drawn(row + 1, painted.rows, stream);
    const std::int64_t column_end = drawn(column + 1, painted.columns, stream);
    for (std::int64_t r = row; r < row_end; ++r)
      for (std::int64_t c = column; c < column_end; ++c)
        painted.owners[static_cast<std::size_t>(r * painted.columns + c)] = owner;
  }
  return painted;
}

TEST(CellCosts, RectanglesAndCellsAgreeWithTheDefinition) {
  RandomStream stream(1, "cell costs");
  for (int k = 0; k < 2000; ++k) {
    SCOPED_TRACE(k);
    const Painted painted = drawn_owners(stream);
    const Decomposition division = painted_division(painted);
    ASSERT_EQ(owners_of(division), painted.owners);
    const CellProblem problem = problem_of(painted);
    require_division(problem, division);
    const CellBoundary expected = by_definition(painted);
    expect_equal(cell_boundary(problem, division), expected);
    const std::vector<double> ones(painted.owners.size(), 1.0);
    {
      SCOPED_TRACE("with loads");
      expect_equal(cell_boundary(with_loads(painted, ones), division), expected);
    }
    SCOPED_TRACE("by nine");
    CellProblem by_nine = problem;
    by_nine.stencil = 9;
    expect_equal(cell_boundary(by_nine, division), by_definition(painted, 9));
  }
}

TEST(CellCosts, LeftOutCellsBorderOnNothing) {
  RandomStream stream(2, "cell costs");
  for (int k = 0; k < 500; ++k) {
    SCOPED_TRACE(k);
    Painted painted = drawn_owners(stream);
    const Decomposition division = painted_division(painted);
    std::vector<double> loads(painted.owners.size(), 0.0);
    for (double& load : loads) load = static_cast<double>(drawn(0, 3, stream));
    loads.front() = 2;
    for (std::size_t cell = 0; cell < loads.size(); ++cell)
      if (loads[cell] == 0) painted.owners[cell] = no_owner;
    CellProblem problem = with_loads(painted, loads);
    require_division(problem, division);
    require_division(problem, painted_division(painted));
    for (const int stencil : {5, 9}) {
      SCOPED_TRACE(stencil);
      problem.stencil = stencil;
      expect_equal(cell_boundary(problem, division), by_definition(painted, stencil));
      expect_equal(cell_boundary(problem, painted_division(painted)), by_definition(painted, stencil));
    }
  }
}

TEST(CellCosts, BalanceIsThatOfTheLoads) {
  // Two processors, the first twice as fast, on three columns of loads 1, 2 and 3.
  CellProblem problem{.rows = 1, .columns = 3, .cluster = {{2, 1}, {}}};
  problem.loads = std::make_shared<CellLoads>(1, 3, std::vector<double>{1, 2, 3});
  const Decomposition division{problem.extent(), {{0, 0, 1, 2}, {0, 2, 1, 1}}};
  EXPECT_EQ(shares(problem), (std::vector<double>{4, 2}));
  EXPECT_EQ(part_loads(problem, division), (std::vector<double>{3, 3}));
  const CellBalance balance = cell_balance(problem, division);
  EXPECT_EQ(balance.imbalance, 0.5);
  EXPECT_EQ(balance.furthest, 1);
  EXPECT_EQ(balance.excess, 0);  // the median cell has load 2
  EXPECT_TRUE(balance.beyond_one_cell.empty());
}

TEST(CellCosts, SharesAreMissedByMoreThanACell) {
  const CellProblem problem{.rows = 2, .columns = 4, .cluster = {{1, 1}, {}}};
  const Decomposition division{problem.extent(), {{0, 0, 2, 1}, {0, 1, 2, 3}}};
  const CellBalance balance = cell_balance(problem, division);
  EXPECT_EQ(balance.imbalance, 0.5);
  EXPECT_EQ(balance.furthest, 2);
  EXPECT_EQ(balance.beyond_one_cell, (std::vector<std::size_t>{0, 1}));
  EXPECT_NEAR(balance.excess, 0.25, 1e-12);
}

TEST(CellCosts, ATypicalCellIsAllowedAndWhatTheHeaviestForces) {
  // Shares of 5; the heaviest of five cells has 6, a fifth more, the median has 1.
  CellProblem problem{.rows = 1, .columns = 5, .cluster = {{1, 1}, {}}};
  problem.loads = std::make_shared<CellLoads>(1, 5, std::vector<double>{1, 6, 1, 1, 1});
  EXPECT_NEAR(forced_imbalance(problem), 0.2, 1e-12);
  EXPECT_NEAR(load_limits(problem).most[0], 6, 1e-12);
  EXPECT_NEAR(load_limits(problem).least[0], 4, 1e-12);
  EXPECT_NEAR(load_limits(problem, 0.4).most[0], 7, 1e-12);
  // For an even number the mean of the two in the middle; a share of 30 forces nothing.
  problem.loads = std::make_shared<CellLoads>(1, 5, std::vector<double>{0, 9, 50, 1, 0});
  problem.cluster = {{3, 1}, {}};
  EXPECT_EQ(problem.loads->median(), 9);
  EXPECT_NEAR(forced_imbalance(problem), 50.0 / 45 - 1, 1e-12);
  problem.loads = std::make_shared<CellLoads>(1, 5, std::vector<double>{0, 9, 20, 1, 4});
  EXPECT_EQ(problem.loads->median(), 6.5);
  EXPECT_EQ(forced_imbalance(problem), 0);
  EXPECT_NEAR(load_limits(problem).most[1], 8.5 + 6.5, 1e-12);
}

// Within the precision of doubles: a difference of one whole load counts, a billionth of others is rounding.
TEST(CellCosts, AtTheToleranceIsWithinIt) {
  constexpr int cells = 100;  // of each part
  const auto excess = [](double first, double second, bool is_whole) {
    std::vector<double> loads;
    for (const double load : {first, second}) {
      const double each = is_whole ? std::floor(load / cells) : load / cells;
      loads.push_back(load - each * (cells - 1));
      loads.insert(loads.end(), cells - 1, each);
    }
    CellProblem problem{.rows = 1, .columns = std::int64_t{2} * cells, .cluster = {{1, 1}, {}}};
    problem.imbalance = 0.29;
    problem.loads = std::make_shared<CellLoads>(1, 2 * cells, loads);
    return cell_balance(problem, {problem.extent(), {{0, 0, 1, cells}, {0, cells, 1, cells}}}).excess;
  };
  EXPECT_EQ(excess(129e6, 71e6, true), 0);
  EXPECT_GT(excess(129e6 + 1, 71e6 - 1, true), 0);
  EXPECT_EQ(excess(129e12, 71e12, true), 0);
  EXPECT_GT(excess(129e12 + 1, 71e12 - 1, true), 0);
  EXPECT_EQ(excess(12.9e-3, 7.1e-3, false), 0);
  EXPECT_GT(excess(12.9e-3 + 1e-10, 7.1e-3 - 1e-10, false), 0);
}

TEST(CellCosts, BelowItsShareALoadMayBeFurther) {
  CellProblem problem{.rows = 1, .columns = 100, .cluster = {{1, 1}, {}}};
  problem.imbalance = 0.1;
  const auto beyond = [&](double first) {
    const Decomposition division{problem.extent(), {{0, 0, 1, first}, {0, first, 1, 100 - first}}};
    return cell_balance(problem, division).load_beyond;
  };
  EXPECT_EQ(beyond(45), 0);
  EXPECT_NEAR(beyond(44), 2, 1e-9);
  problem.underload = 0.2;
  EXPECT_NEAR(beyond(44), 1, 1e-9);  // the other one is above its share
  problem.imbalance = 0.2;
  problem.underload = 0;
  EXPECT_NEAR(beyond(44), 5, 1e-9);
  problem.underload = 1;
  EXPECT_EQ(beyond(41), 0);
}

TEST(CellCosts, AFewLinesFillTheirBoxesInPart) {
  CellProblem problem{.rows = 2, .columns = 4, .cluster = {{1, 1}, {}}};
  const Decomposition division = division_of(2, 4, 2, {0, 0, 0, 1, 0, 1, 1, 1});
  EXPECT_EQ(cell_fill(problem, division), 8.0 / 12);
  problem.loads = std::make_shared<CellLoads>(2, 4, std::vector<double>{1, 1, 0, 1, 0, 0, 0, 1});
  EXPECT_EQ(cell_fill(problem, division), 1);
}

TEST(CellCosts, NothingDependsOnTheNumberOfCells) {
  CellProblem problem{.rows = 30'000'000, .columns = 30'000'000, .cluster = {{1, 2}, {}}};
  const Decomposition division{problem.extent(), {{0, 0, 3e7, 1e7}, {0, 1e7, 3e7, 2e7}}};
  require_division(problem, division);
  EXPECT_EQ(cell_balance(problem, division).imbalance, 0);
  for (const int stencil : {5, 9}) {
    SCOPED_TRACE(stencil);
    problem.stencil = stencil;
    validate(problem);
    const CellBoundary boundary = cell_boundary(problem, division);
    EXPECT_EQ(boundary.edges, 30'000'000);
    EXPECT_EQ(boundary.halo, 30'000'000);
    EXPECT_EQ(boundary.volume, 60'000'000);
  }
}

// Each kind of shortcoming outweighs all later ones, and each of them any cost.
TEST(CellRank, ShortcomingsDecideInTheirOrderAndThenTheCost) {
  const std::vector<CellRank> ascending = {
      {0, 0, 0, 0, 5}, {0, 0, 0, 0, 5, 0, .2}, {0, 0, 0, 0, 5, 1}, {0, 0, 0, 0, 5.1}, {0, 0, 0, 1, 0}, {0, 0, 0, 2, 0},
      {0, 0, 1, 0, 0}, {0, 0, 1, 1, 0},        {0, 1, 0, 0, 0},    {0, 1, 9, 9, 9},   {0, 2, 0, 0, 0}, {1, 1, 0, 0, 0}};
  for (std::size_t i = 0; i < ascending.size(); ++i)
    for (std::size_t j = 0; j < ascending.size(); ++j) EXPECT_EQ(ascending[i] < ascending[j], i < j) << i << " " << j;
  EXPECT_TRUE((CellRank{.load_beyond = 0.1 + 0.2, .cost = 1e6} <=> CellRank{.load_beyond = 0.3, .cost = 1e6 + 1e-4}) ==
              0);
  EXPECT_FALSE(ascending[3].has_shortcomings());
  EXPECT_TRUE(ascending[4].has_shortcomings());
}

TEST(CellRank, IsWhatBalanceAndBoundarySay) {
  // The first has both ends, the third all between them, which exceeds its memory.
  CellProblem problem{.rows = 1, .columns = 8, .cluster = {{4, 2, 1, 1}, {}}, .memory = {8, 2, 2, 8}};
  const Decomposition division = division_of(1, 8, 4, {0, 2, 2, 2, 2, 2, 2, 0});
  const CellRank rank = cell_rank(problem, division);
  EXPECT_EQ(rank.cells_beyond, 4);
  EXPECT_NEAR(rank.load_beyond, 2 + 2 + 5 - 3, 1e-12);  // the last one's share is a cell
  EXPECT_EQ(rank.empty, 2);
  EXPECT_EQ(rank.torn, 1);
  EXPECT_EQ(rank.pieces, 1);
  EXPECT_EQ(rank.cost, 2);
  problem.connected = false;
  EXPECT_EQ(cell_rank(problem, division).torn, 0);
  EXPECT_EQ(cell_rank(problem, division).pieces, 0);
}

}  // namespace
}  // namespace apportion

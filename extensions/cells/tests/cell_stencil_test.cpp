// The messages of an iteration on whole cells, by rectangles and cell by cell, compared with the cells' boundary.
#include "sim/network/jacobi.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <memory>
#include <numeric>
#include <vector>

#include "extensions/cells/sim/cell_costs.hpp"
#include "sim/cells/owners.hpp"
#include "sim/random_stream.hpp"

namespace apportion {
namespace {

constexpr std::int64_t array_rows = 7;
constexpr std::int64_t array_columns = 9;
constexpr std::size_t array_parts = 4;

std::int32_t drawn_below(std::int32_t end, RandomStream& stream) {
  return boost::random::uniform_int_distribution<std::int32_t>(0, end - 1)(stream);
}

Decomposition drawn_division(RandomStream& stream) {
  std::vector<std::int32_t> owners(static_cast<std::size_t>(array_rows * array_columns));
  for (std::int32_t& owner : owners) owner = drawn_below(array_parts, stream);
  return division_of(array_rows, array_columns, array_parts, owners);
}

CellProblem problem_with(const std::vector<double>& loads) {
  return {.rows = array_rows,
          .columns = array_columns,
          .cluster = {std::vector<double>(array_parts, 1.0), {}},
          .loads = std::make_shared<CellLoads>(array_rows, array_columns, loads)};
}

void expect_volume(const Stencil& stencil, const CellBoundary& boundary) {
  std::vector<double> received(array_parts, 0);
  for (const Halo& each : stencil.halos) {
    received[each.one] += each.received;
    received[each.other] += each.sent;
  }
  EXPECT_EQ(std::accumulate(received.begin(), received.end(), 0.0), static_cast<double>(boundary.volume));
  EXPECT_EQ(*std::ranges::max_element(received), static_cast<double>(boundary.busiest));
  EXPECT_EQ(most(stencil, 0), static_cast<double>(boundary.busiest));
}

TEST(CellStencil, HasTheElementsSentAndTheLoadsOfActiveCells) {
  RandomStream stream(1, "cell stencil");
  for (int k = 0; k < 50; ++k) {
    SCOPED_TRACE(k);
    std::vector<double> loads(static_cast<std::size_t>(array_rows * array_columns));
    for (double& load : loads) load = drawn_below(3, stream);
    CellProblem problem = problem_with(loads);
    problem.stencil = k % 2 == 0 ? 5 : 9;
    const Decomposition division = drawn_division(stream);
    const Stencil stencil = stencil_of(problem, division);
    expect_volume(stencil, cell_boundary(problem, division));
    EXPECT_EQ(stencil.elements, part_loads(problem, division));
  }
}

TEST(CellStencil, IsTheSameByRectanglesWhereAllLoadsAreOne) {
  RandomStream stream(2, "cell stencil");
  const CellProblem loaded =
      problem_with(std::vector<double>(static_cast<std::size_t>(array_rows * array_columns), 1.0));
  CellProblem plain = loaded;
  plain.loads = nullptr;
  for (int k = 0; k < 50; ++k) {
    SCOPED_TRACE(k);
    const Decomposition division = drawn_division(stream);
    const Stencil by_cells = stencil_of(loaded, division);
    const Stencil by_rectangles = stencil_of(plain, division);
    ASSERT_EQ(by_cells.halos.size(), by_rectangles.halos.size());
    for (std::size_t i = 0; i < by_cells.halos.size(); ++i) {
      SCOPED_TRACE(i);
      EXPECT_EQ(by_cells.halos[i].one, by_rectangles.halos[i].one);
      EXPECT_EQ(by_cells.halos[i].other, by_rectangles.halos[i].other);
      EXPECT_EQ(by_cells.halos[i].sent, by_rectangles.halos[i].sent);
      EXPECT_EQ(by_cells.halos[i].received, by_rectangles.halos[i].received);
    }
    EXPECT_EQ(by_cells.elements, by_rectangles.elements);
  }
}

// A corner cell has two edges with a neighbour, and is sent to it once.
TEST(CellStencil, ACellAtACornerIsSentOnce) {
  const CellProblem problem{.rows = 2, .columns = 2, .cluster = {{3, 1}, {}}};
  const Stencil stencil = stencil_of(problem, division_of(2, 2, 2, {0, 0, 0, 1}));
  ASSERT_EQ(stencil.halos.size(), 1);
  EXPECT_EQ(stencil.halos[0].sent, 2);
  EXPECT_EQ(stencil.halos[0].received, 1);
}

}  // namespace
}  // namespace apportion

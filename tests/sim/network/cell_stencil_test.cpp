// What an iteration on whole cells needs, by rectangles and cell by cell, against the boundary that cell costs count.
#include "sim/network/cell_stencil.hpp"

#include <gtest/gtest.h>

#include <boost/random/uniform_int_distribution.hpp>
#include <memory>
#include <vector>

#include "sim/cells/cell_costs.hpp"
#include "sim/cells/owners.hpp"
#include "sim/random_stream.hpp"

namespace apportion {
namespace {

constexpr std::int64_t rows = 7;
constexpr std::int64_t columns = 9;
constexpr std::size_t parts = 4;

std::int32_t drawn_below(std::int32_t end, RandomStream& stream) {
  return boost::random::uniform_int_distribution<std::int32_t>(0, end - 1)(stream);
}

Decomposition drawn_division(RandomStream& stream) {
  std::vector<std::int32_t> owners(static_cast<std::size_t>(rows * columns));
  for (std::int32_t& owner : owners) owner = drawn_below(parts, stream);
  return division_of(rows, columns, parts, owners);
}

CellProblem problem_with(const std::vector<double>& loads) {
  return {.rows = rows,
          .columns = columns,
          .cluster = {std::vector<double>(parts, 1.0), {}},
          .loads = std::make_shared<CellLoads>(rows, columns, loads)};
}

void expect_boundary(const Stencil& stencil, const CellBoundary& boundary) {
  double edges = 0;
  for (const CommonBoundary& each : stencil.boundaries) edges += each.length;
  EXPECT_EQ(edges, static_cast<double>(boundary.edges));
  EXPECT_EQ(static_cast<std::int64_t>(stencil.boundaries.size()), boundary.neighbours);
}

TEST(CellStencil, HasTheBoundaryAndTheLoadsOfActiveCells) {
  RandomStream stream(1, "cell stencil");
  for (int k = 0; k < 50; ++k) {
    std::vector<double> loads(static_cast<std::size_t>(rows * columns));
    for (double& load : loads) load = drawn_below(3, stream);
    const CellProblem problem = problem_with(loads);
    const Decomposition division = drawn_division(stream);
    const Stencil stencil = stencil_of(problem, division);
    expect_boundary(stencil, cell_boundary(problem, division));
    EXPECT_EQ(stencil.elements, part_loads(problem, division));
  }
}

TEST(CellStencil, IsTheSameByRectanglesWhereAllLoadsAreOne) {
  RandomStream stream(2, "cell stencil");
  const CellProblem loaded = problem_with(std::vector<double>(static_cast<std::size_t>(rows * columns), 1.0));
  CellProblem plain = loaded;
  plain.loads = nullptr;
  for (int k = 0; k < 50; ++k) {
    const Decomposition division = drawn_division(stream);
    const Stencil by_cells = stencil_of(loaded, division);
    const Stencil by_rectangles = stencil_of(plain, division);
    ASSERT_EQ(by_cells.boundaries.size(), by_rectangles.boundaries.size());
    for (std::size_t i = 0; i < by_cells.boundaries.size(); ++i) {
      EXPECT_EQ(by_cells.boundaries[i].one, by_rectangles.boundaries[i].one);
      EXPECT_EQ(by_cells.boundaries[i].other, by_rectangles.boundaries[i].other);
      EXPECT_EQ(by_cells.boundaries[i].length, by_rectangles.boundaries[i].length);
    }
    EXPECT_EQ(by_cells.elements, by_rectangles.elements);
  }
}

}  // namespace
}  // namespace apportion

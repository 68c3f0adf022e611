// Arrays of cells with layers: costs of divisions, by definition; their boxes; the lower bound.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <boost/random/uniform_int_distribution.hpp>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "extensions/cells/sim/cell_bounds.hpp"
#include "extensions/cells/sim/cell_costs.hpp"
#include "extensions/cells/tests/cells.hpp"
#include "sim/cells/halo_plan.hpp"
#include "sim/cells/owners.hpp"
#include "sim/random_stream.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

std::int64_t number_drawn(std::int64_t least, std::int64_t most, RandomStream& stream) {
  return boost::random::uniform_int_distribution<std::int64_t>(least, most)(stream);
}

// Owners of an array in space, -1 of cells that are left out.
struct Space {
  std::array<std::int64_t, 3> sides{};
  std::size_t parts = 1;
  std::vector<std::int32_t> owners = {};

  [[nodiscard]] std::int64_t cells() const { return sides[0] * sides[1] * sides[2]; }
  [[nodiscard]] std::array<std::int64_t, 3> place(std::int64_t cell) const {
    return {cell / (sides[1] * sides[2]), cell / sides[2] % sides[1], cell % sides[2]};
  }
  [[nodiscard]] std::int32_t owner(const std::array<std::int64_t, 3>& at) const {
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (at[axis] < 0 || at[axis] >= sides[axis]) return no_owner;
    return owners[static_cast<std::size_t>((at[0] * sides[1] + at[1]) * sides[2] + at[2])];
  }
  [[nodiscard]] CellProblem problem(int stencil) const {
    CellProblem problem{.rows = sides[0] * sides[1],
                        .columns = sides[2],
                        .cluster = {std::vector<double>(parts, 1.0), {}},
                        .stencil = stencil,
                        .layers = sides[0]};
    std::vector<double> loads;
    for (const std::int32_t owner : owners) loads.push_back(owner == no_owner ? 0 : 1);
    problem.loads = std::make_shared<const CellLoads>(problem.rows, problem.columns, loads, problem.layers);
    return problem;
  }
  [[nodiscard]] Decomposition division() const {
    return apportion::division_of(sides[0] * sides[1], sides[2], parts, owners);
  }
};

Space drawn_space(RandomStream& stream) {
  Space space{.sides = {number_drawn(2, 5, stream), number_drawn(1, 5, stream), number_drawn(1, 5, stream)}};
  space.parts = static_cast<std::size_t>(number_drawn(1, 4, stream));
  for (std::int64_t cell = 0; cell < space.cells(); ++cell)
    space.owners.push_back(
        static_cast<std::int32_t>(number_drawn(-1, static_cast<std::int64_t>(space.parts) - 1, stream)));
  space.owners.front() = 0;
  return space;
}

TEST(CellsInSpace, CostsAreThoseOfTheDefinition) {
  RandomStream stream(1, "costs in space");
  for (int i = 0; i < 300; ++i) {
    const Space space = drawn_space(stream);
    for (const int stencil : {7, 27}) {
      const CellProblem problem = space.problem(stencil);
      validate(problem);
      require_division(problem, space.division());
      const CellBoundary found = cell_boundary(problem, space.division());
      const CellBoundary expected = testing_support::by_definition(
          {problem.rows, problem.columns, space.parts, space.owners, problem.layers}, stencil);
      EXPECT_EQ(found.edges, expected.edges);
      EXPECT_EQ(found.neighbours, expected.neighbours);
      EXPECT_EQ(found.volume, expected.volume);
      EXPECT_EQ(found.busiest, expected.busiest);
      EXPECT_EQ(found.halo, expected.halo);
      EXPECT_EQ(found.fragments, expected.fragments);
      EXPECT_EQ(found.torn, expected.torn);
      EXPECT_EQ(found.empty, expected.empty);
    }
  }
}

TEST(CellsInSpace, BoxesHaveTheCellsOfTheirParts) {
  RandomStream stream(2, "boxes in space");
  for (int i = 0; i < 300; ++i) {
    const Space space = drawn_space(stream);
    std::vector<std::vector<SpaceBox>> parts;
    double cells = 0;
    for (std::size_t part = 0; part < space.parts; ++part) {
      const std::vector<SpaceBox> boxes = boxes_in_space(space.sides[0], space.division(), part);
      const SpaceBox all = bounding_box(boxes);
      for (const SpaceBox& box : boxes) {
        cells += static_cast<double>(box.cells());
        EXPECT_LE(all.layer_begin, box.layer_begin);
        EXPECT_GE(all.layer_end, box.layer_end);
      }
      parts.push_back(boxes);
    }
    const SpaceBox array{0, space.sides[0], {0, space.sides[1], 0, space.sides[2]}};
    EXPECT_EQ(owners_of(division_of_boxes(array, parts)), space.owners);
    EXPECT_EQ(cells, space.cells() - std::ranges::count(space.owners, no_owner));
  }
}

TEST(CellsInSpace, ACubeIsOneBox) {
  Space cube{.sides = {4, 4, 4}, .parts = 8};
  for (std::int64_t cell = 0; cell < 64; ++cell) {
    const auto at = cube.place(cell);
    cube.owners.push_back(static_cast<std::int32_t>(at[0] / 2 * 4 + at[1] / 2 * 2 + at[2] / 2));
  }
  EXPECT_EQ(boxes_in_space(4, cube.division(), 5), (std::vector{SpaceBox{2, 4, {0, 2, 2, 4}}}));
  CellProblem problem = cube.problem(7);
  EXPECT_EQ(cell_boundary(problem, cube.division()).edges, 48);
  EXPECT_EQ(cell_fill(problem, cube.division()), 1);
  problem.loads = nullptr;
  EXPECT_LE(cell_lower_bound(problem), 48);
}

// A box's cells in the order of messages.
void add_cells(const SpaceBox& box, std::vector<std::array<std::int64_t, 3>>& cells) {
  for (std::int64_t layer = box.layer_begin; layer < box.layer_end; ++layer)
    for (std::int64_t row = box.in_layer.row_begin; row < box.in_layer.row_end; ++row)
      for (std::int64_t column = box.in_layer.column_begin; column < box.in_layer.column_end; ++column)
        cells.push_back({layer, row, column});
}

// A part receives each cell of another part that its own cells read, once, within its window.
TEST(CellsInSpace, PlansHaveWhatStencilsRead) {
  RandomStream stream(3, "plans in space");
  for (int i = 0; i < 200; ++i) {
    const Space space = drawn_space(stream);
    const StencilReach reach{.depth = 1 + i % 2, .corners = i % 3 == 0};
    const HaloPlan plan = halo_plan(space.division(), reach, space.sides[0]);
    ASSERT_EQ(plan.parts.size(), space.parts);
    for (std::size_t part = 0; part < space.parts; ++part) {
      using CellSet = std::set<std::array<std::int64_t, 3>>;
      std::map<std::int32_t, CellSet> read;
      for (std::int64_t cell = 0; cell < space.cells(); ++cell) {
        const auto at = space.place(cell);
        if (space.owner(at) != static_cast<std::int32_t>(part)) continue;
        for (std::int64_t z = -reach.depth; z <= reach.depth; ++z)
          for (std::int64_t y = -reach.depth; y <= reach.depth; ++y)
            for (std::int64_t x = -reach.depth; x <= reach.depth; ++x) {
              const bool along_one = (z != 0) + (y != 0) + (x != 0) == 1;
              const std::array<std::int64_t, 3> next = {at[0] + z, at[1] + y, at[2] + x};
              const std::int32_t other = space.owner(next);
              if ((along_one || reach.corners) && other != no_owner && other != space.owner(at))
                read[other].insert(next);
            }
      }
      ASSERT_EQ(plan.parts[part].exchanges.size(), read.size());
      auto expected = read.begin();
      for (const auto& exchange : plan.parts[part].exchanges) {
        EXPECT_EQ(exchange.neighbour, static_cast<std::size_t>(expected->first));
        std::vector<std::array<std::int64_t, 3>> cells;
        for (const SpaceBox& box : exchange.receive) add_cells(box, cells);
        EXPECT_EQ(static_cast<std::int64_t>(cells.size()), cells_in(exchange.receive));
        EXPECT_EQ(cells.size(), expected->second.size());
        EXPECT_EQ(CellSet(cells.begin(), cells.end()), expected->second);
        const SpaceBox& window = plan.parts[part].window;
        for (const SpaceBox& box : exchange.receive) EXPECT_EQ(bounding_box(std::vector{window, box}), window);
        const auto& back = plan.parts[exchange.neighbour].exchanges;
        const auto same = std::ranges::find(back, part, &HaloExchange::neighbour);
        ASSERT_NE(same, back.end());
        EXPECT_EQ(same->send, exchange.receive);
        ++expected;
      }
    }
  }
}

// All divisions of small arrays in two connected parts within a cell of their shares.
TEST(CellsInSpace, NoDivisionIsBelowTheBound) {
  for (const std::array<std::int64_t, 3>& sides :
       {std::array<std::int64_t, 3>{2, 2, 2}, {2, 2, 3}, {3, 1, 4}, {2, 3, 2}, {2, 1, 6}, {4, 3, 1}})
    for (const double ratio : {1.0, 2.0, 4.0}) {
      Space space{.sides = sides, .parts = 2};
      const auto cells = static_cast<std::size_t>(space.cells());
      CellProblem problem{.rows = sides[0] * sides[1],
                          .columns = sides[2],
                          .cluster = {{ratio, 1}, {}},
                          .stencil = 7,
                          .layers = sides[0]};
      double least = std::numeric_limits<double>::infinity();
      for (unsigned set = 1; set + 1 < 1U << cells; ++set) {
        if (load_limits(problem).excess_of(std::popcount(set), 0) > 0) continue;
        space.owners.clear();
        for (std::size_t cell = 0; cell < cells; ++cell) space.owners.push_back(set >> cell & 1U ? 0 : 1);
        const CellBoundary boundary = cell_boundary(problem, space.division());
        if (boundary.fragments == 0) least = std::min(least, static_cast<double>(boundary.edges));
      }
      EXPECT_LE(cell_lower_bound(problem), least);
      EXPECT_LT(least, 100);
    }
}

TEST(CellsInSpace, WrongProblemsAreRefused) {
  CellProblem problem{.rows = 8, .columns = 2, .cluster = {{1, 1}, {}}, .stencil = 7, .layers = 4};
  validate(problem);
  EXPECT_EQ(sides_text(problem), "4 x 2 x 2");
  problem.stencil = 5;
  EXPECT_EQ(message_of([&] { validate(problem); }), "stencil is 5; it must be 7 or 27 in an array with layers");
  problem = {.rows = 4'000'000, .columns = 2500, .cluster = {{1, 1}, {}}, .stencil = 7, .layers = 2000};
  EXPECT_EQ(message_of([&] { validate(problem); }),
            "2000 x 2000 x 2500 cells are too many; with layers the limit is 100000000");
  problem = {.rows = 8, .columns = 2, .cluster = {{1, 1}, {}}, .stencil = 7};
  EXPECT_EQ(message_of([&] { validate(problem); }), "stencil is 7; it must be 5 or 9");
}

}  // namespace
}  // namespace apportion

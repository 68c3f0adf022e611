// Counts of progressions compared with counting cell by cell, and redistribution volume with moving every element.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/error.hpp"
#include "sim/programs/distribution.hpp"
#include "sim/programs/program_graph.hpp"

namespace apportion {
namespace {

rc::Gen<Progression> any_progression() {
  return rc::gen::map(rc::gen::tuple(rc::gen::inRange<std::int64_t>(-60, 60), rc::gen::inRange<std::int64_t>(1, 40),
                                     rc::gen::inRange<std::int64_t>(0, 150)),
                      [](const auto& drawn) {
                        const auto& [first, stride, count] = drawn;
                        return Progression{first, stride, count};
                      });
}

rc::Gen<DimensionDistribution> any_dimension_distribution() {
  return rc::gen::map(rc::gen::pair(rc::gen::inRange<std::int64_t>(1, 9), rc::gen::inRange<std::int64_t>(1, 30)),
                      [](const auto& drawn) {
                        return DimensionDistribution{drawn.first, drawn.second};
                      });
}

template <class Visit>
void for_each_cell(const Progression& cells, const Visit& visit) {
  for (std::int64_t i = 0; i < cells.count; ++i) visit(cells.first + i * cells.stride);
}

RC_GTEST_PROP(Progression, CellsPerProcessor, ()) {
  const Progression cells = *any_progression();
  const DimensionDistribution distribution = *any_dimension_distribution();
  std::vector<std::int64_t> counts(static_cast<std::size_t>(distribution.processors));
  for_each_cell(cells, [&](std::int64_t cell) { ++counts[static_cast<std::size_t>(distribution.owner(cell))]; });
  RC_ASSERT(cells_per_processor(cells, distribution) == counts);
}

RC_GTEST_PROP(Progression, CellsStaying, ()) {
  const Progression cells = *any_progression();
  const DimensionDistribution distribution = *any_dimension_distribution();
  const std::int64_t by = *rc::gen::inRange<std::int64_t>(-300, 300);
  std::vector<std::int64_t> counts(static_cast<std::size_t>(distribution.processors));
  for_each_cell(cells, [&](std::int64_t cell) {
    if (distribution.owner(cell) == distribution.owner(cell + by))
      ++counts[static_cast<std::size_t>(distribution.owner(cell))];
  });
  RC_ASSERT(cells_staying(cells, distribution, by) == counts);
}

RC_GTEST_PROP(Progression, CellsPerPair, ()) {
  const Progression cells = *any_progression();
  const DimensionDistribution from = *any_dimension_distribution();
  const DimensionDistribution to = *any_dimension_distribution();
  std::vector<std::int64_t> pairs(static_cast<std::size_t>(from.processors * to.processors));
  for_each_cell(cells, [&](std::int64_t cell) {
    ++pairs[static_cast<std::size_t>(from.owner(cell) * to.processors + to.owner(cell))];
  });
  RC_ASSERT(cells_per_pair(cells, from, to) == pairs);
}

TEST(Progression, ALargeArrayIsNotWalked) {
  // 10^9 cells in blocks of 3 on 1000 processors: 333 333 whole rounds of 3000, then 1000 cells in blocks of 3.
  const Progression cells{0, 1, 1'000'000'000};
  const std::vector<std::int64_t> counts = cells_per_processor(cells, {1000, 3});
  EXPECT_EQ(counts.front(), 1'000'002);
  EXPECT_EQ(counts[333], 1'000'000);
  EXPECT_EQ(counts.back(), 999'999);
  EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}), cells.count);
  // Cyclic to blocks of 10^9 / 4: every processor shares a quarter of its cells with every block.
  const std::vector<std::int64_t> pairs = cells_per_pair(cells, {4, 1}, {4, 250'000'000});
  EXPECT_EQ(pairs, std::vector<std::int64_t>(16, 62'500'000));
}

TEST(Progression, NegativeStridesAndFarCells) {
  EXPECT_EQ(make_progression(7, -2, 4), (Progression{1, 2, 4}));
  EXPECT_EQ(make_progression(7, -2, -3).count, 0);
  EXPECT_THROW((void)make_progression(0, 2, 600'000'000), InputError);
  EXPECT_THROW((void)make_progression(-1'000'000'001, 1, 1), InputError);
}

TEST(DimensionDistribution, OwnersBeforeCellZeroGoOnRoundTheGrid) {
  const DimensionDistribution distribution{4, 10};
  EXPECT_EQ(distribution.owner(0), 0);
  EXPECT_EQ(distribution.owner(39), 3);
  EXPECT_EQ(distribution.owner(40), 0);
  EXPECT_EQ(distribution.owner(-1), 3);
}

TEST(TemplateDistribution, NamesAndRefusals) {
  const TemplateDistribution distribution{{{4, 16}, {1, 1}}};
  EXPECT_EQ(distribution.name(), "4x1/16x*");
  EXPECT_NO_THROW(validate(distribution));
  EXPECT_THROW(validate(TemplateDistribution{}), InputError);
  EXPECT_THROW(validate(TemplateDistribution{{{0, 1}}}), InputError);
  EXPECT_THROW(validate(TemplateDistribution{{{4, 0}}}), InputError);
  EXPECT_THROW(validate(TemplateDistribution{{{300, 1}, {300, 1}}}), InputError);
}

// --- Redistribution

// The processor of a cell of a two-dimensional template, first dimension fastest.
std::size_t processor(const TemplateDistribution& distribution, std::int64_t row, std::int64_t column) {
  const auto& [first, second] = std::tie(distribution.dimensions[0], distribution.dimensions[1]);
  return static_cast<std::size_t>(first.owner(row) + first.processors * second.owner(column));
}

RedistributionVolume by_moving(const std::vector<Progression>& cells, const TemplateDistribution& from,
                               const TemplateDistribution& to) {
  RedistributionVolume volume;
  const auto processors = static_cast<std::size_t>(from.processors());
  std::vector<std::int64_t> sent(processors);
  std::vector<std::int64_t> received(processors);
  for (std::int64_t i = 0; i < cells[0].count; ++i)
    for (std::int64_t j = 0; j < cells[1].count; ++j) {
      const std::int64_t row = cells[0].first + i * cells[0].stride;
      const std::int64_t column = cells[1].first + j * cells[1].stride;
      ++volume.elements;
      const std::size_t before = processor(from, row, column);
      const std::size_t after = processor(to, row, column);
      if (before == after) continue;
      ++volume.moved;
      ++sent[before];
      ++received[after];
    }
  volume.largest_send = *std::ranges::max_element(sent);
  volume.largest_receive = *std::ranges::max_element(received);
  return volume;
}

rc::Gen<TemplateDistribution> any_distribution(std::int64_t processors) {
  const auto block = rc::gen::inRange<std::int64_t>(1, 14);
  return rc::gen::map(rc::gen::tuple(rc::gen::elementOf(factorisations(processors, 2)), block, block),
                      [](const auto& drawn) {
                        const auto& [grid, first, second] = drawn;
                        return TemplateDistribution{{{grid[0], first}, {grid[1], second}}};
                      });
}

RC_GTEST_PROP(RedistributionVolume, IsThatOfMovingEveryElement, ()) {
  const auto side = [] {
    return Progression{*rc::gen::inRange<std::int64_t>(-5, 20), *rc::gen::inRange<std::int64_t>(1, 5),
                       *rc::gen::inRange<std::int64_t>(0, 40)};
  };
  const std::vector<Progression> cells = {side(), side()};
  const std::int64_t processors = *rc::gen::element<std::int64_t>(1, 4, 6, 12);
  const TemplateDistribution from = *any_distribution(processors);
  const TemplateDistribution to = *any_distribution(processors);
  const RedistributionVolume counted = redistribution_volume(cells, from, to);
  const RedistributionVolume moved = by_moving(cells, from, to);
  RC_ASSERT(counted.elements == moved.elements);
  RC_ASSERT(counted.moved == moved.moved);
  RC_ASSERT(counted.largest_send == moved.largest_send);
  RC_ASSERT(counted.largest_receive == moved.largest_receive);
}

TEST(RedistributionVolume, RowsToColumns) {
  // Four strips of rows to four strips of columns: every processor keeps a sixteenth of the array.
  const std::vector<Progression> cells = {{0, 1, 8}, {0, 1, 8}};
  const TemplateDistribution rows{{{4, 2}, {1, 1}}};
  const TemplateDistribution columns{{{1, 1}, {4, 2}}};
  const RedistributionVolume volume = redistribution_volume(cells, rows, columns);
  EXPECT_EQ(volume.elements, 64);
  EXPECT_EQ(volume.moved, 48);
  EXPECT_EQ(volume.largest_send, 12);
  EXPECT_EQ(volume.largest_receive, 12);
  EXPECT_EQ(redistribution_volume(cells, rows, rows).moved, 0);
}

}  // namespace

}  // namespace apportion

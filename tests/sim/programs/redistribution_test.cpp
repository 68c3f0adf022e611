// Redistribution volume against moving every element.
#include "sim/programs/distribution.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

#include "base/error.hpp"
#include "sim/programs/program_graph.hpp"

namespace apportion {
namespace {

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

TEST(RedistributionVolume, RefusesWhatDoesNotMatch) {
  const std::vector<Progression> cells = {{0, 1, 8}, {0, 1, 8}};
  const TemplateDistribution four{{{4, 2}, {1, 1}}};
  EXPECT_THROW((void)redistribution_volume(cells, four, {{{2, 2}, {1, 1}}}), InputError);
  EXPECT_THROW((void)redistribution_volume(cells, four, {{{4, 2}}}), InputError);
}

}  // namespace
}  // namespace apportion

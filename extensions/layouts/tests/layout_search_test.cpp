// The best layouts of small masks, compared with all layouts counted cell by cell.
#include "extensions/layouts/algorithms/layout_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "sim/random_stream.hpp"

namespace apportion {
namespace {

std::uint64_t below(RandomStream& stream, std::uint64_t bound) { return stream() % bound; }

CellLoads drawn_loads(RandomStream& stream, bool is_mask) {
  const auto rows = static_cast<std::int64_t>(1 + below(stream, 9));
  const auto columns = static_cast<std::int64_t>(1 + below(stream, 11));
  const std::uint64_t sea = below(stream, 1000);
  std::vector<double> loads;
  for (std::int64_t cell = 0; cell < rows * columns; ++cell) {
    const double load = is_mask ? 1 : 1 + static_cast<double>(below(stream, 9)) / 4;
    loads.push_back(below(stream, 1000) >= sea ? 0 : load);
  }
  loads[below(stream, loads.size())] = 1;
  return {rows, columns, loads};
}

// Whether a cell within the margin of the block has a load, by a scan of all cells.
bool remains(const CellLoads& loads, const BlockGrid& grid, std::size_t i, std::size_t j, const LayoutRules& rules) {
  if (rules.north_fold && (rules.north_first ? grid.rows[j] == 0 : grid.rows[j + 1] == loads.rows())) return true;
  const auto is_within = [&](std::int64_t place, const std::vector<std::int64_t>& bounds, std::size_t block) {
    return place >= bounds[block] - rules.margin && place < bounds[block + 1] + rules.margin;
  };
  for (std::int64_t row = 0; row < loads.rows(); ++row)
    for (std::int64_t column = 0; column < loads.columns(); ++column) {
      bool is_beside = is_within(column, grid.columns, i);
      for (const std::int64_t turn : {-loads.columns(), loads.columns()})
        is_beside = is_beside || (rules.periodic && is_within(column + turn, grid.columns, i));
      if (loads.is_active(row, column) && is_beside && is_within(row, grid.rows, j)) return true;
    }
  return false;
}

LayoutCosts counted_by_cells(const CellLoads& loads, const BlockGrid& grid, const LayoutRules& rules) {
  LayoutCosts costs = layout_costs(loads, grid, rules);  // aspect and halo follow from the grid alone
  costs.active = 0;
  costs.largest_load = 0;
  for (std::size_t j = 0; j + 1 < grid.rows.size(); ++j)
    for (std::size_t i = 0; i + 1 < grid.columns.size(); ++i) {
      if (!remains(loads, grid, i, j, rules)) continue;
      ++costs.active;
      double load = 0;
      for (std::int64_t row = grid.rows[j]; row < grid.rows[j + 1]; ++row)
        for (std::int64_t column = grid.columns[i]; column < grid.columns[i + 1]; ++column)
          load += loads.at(row, column);
      costs.largest_load = std::max(costs.largest_load, load);
    }
  return costs;
}

std::vector<FoundLayout> all_layouts(const CellLoads& loads, const LayoutRules& rules, const LayoutLimits& limits,
                                     LayoutOrder order) {
  std::vector<FoundLayout> all;
  for (std::int64_t ny = 1; ny <= loads.rows(); ++ny)
    for (std::int64_t nx = 1; nx <= loads.columns(); ++nx) {
      const BlockGrid grid = block_grid(loads, {nx, ny}, rules);
      if (!grid.exists()) continue;
      const FoundLayout found{{nx, ny}, counted_by_cells(loads, grid, rules)};
      if (found.costs.active <= limits.processors && found.costs.aspect <= limits.aspect) all.push_back(found);
    }
  std::ranges::sort(all,
                    [order](const FoundLayout& one, const FoundLayout& other) { return is_better(one, other, order); });
  return all;
}

TEST(BestLayouts, AreThoseOfAllLayoutsCountedCellByCell) {
  for (std::uint64_t sample = 0; sample < 600; ++sample) {
    RandomStream stream(sample, "layouts");
    const CellLoads loads = drawn_loads(stream, sample % 2 == 0);
    const LayoutRules rules{.cut = static_cast<BlockRule>(below(stream, 3)),
                            .margin = static_cast<std::int64_t>(below(stream, 4)),
                            .periodic = below(stream, 2) == 0,
                            .north_first = below(stream, 2) == 0,
                            .north_fold = below(stream, 2) == 0};
    const auto order = static_cast<LayoutOrder>(below(stream, 2));
    const LayoutLimits limits{.processors = static_cast<std::int64_t>(1 + below(stream, 40)),
                              .aspect = 1 + static_cast<double>(below(stream, 8)) / 2};
    const std::size_t most = 1 + below(stream, 6);
    SCOPED_TRACE(sample);
    const LayoutSearch search = best_layouts(loads, rules, limits, order, most);
    const std::vector<FoundLayout> all = all_layouts(loads, rules, limits, order);
    ASSERT_EQ(search.best.size(), std::min(most, all.size()));
    EXPECT_LE(static_cast<std::int64_t>(all.size()), search.candidates);
    for (std::size_t i = 0; i < search.best.size(); ++i) {
      EXPECT_EQ(search.best[i].layout, all[i].layout) << i;
      EXPECT_EQ(search.best[i].costs.active, all[i].costs.active);
      EXPECT_EQ(search.best[i].costs.largest_load, all[i].costs.largest_load);
    }
  }
}

TEST(BestLayouts, EndsAfterTheWorkThatIsAllowed) {
  const CellLoads loads(60, 80, std::vector<double>(4800, 1));
  const LayoutSearch all = best_layouts(loads, {}, {.processors = 100}, LayoutOrder::load, 3);
  EXPECT_TRUE(all.is_complete);
  const LayoutSearch some = best_layouts(loads, {}, {.processors = 100, .work = 100}, LayoutOrder::load, 3);
  EXPECT_FALSE(some.is_complete);
  EXPECT_FALSE(some.best.empty()) << "square blocks come first";
  EXPECT_LT(some.candidates, all.candidates);
}

}  // namespace
}  // namespace apportion

// Convex sets of cells: splitting, turning and measuring, compared with sets of single cells.
#include "extensions/cells/algorithms/region.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <utility>

namespace apportion {
namespace {

using Cells = std::set<std::pair<std::int64_t, std::int64_t>>;  // (column, row) of the array

Cells cells_of(const CellRegion& region) {
  Cells cells;
  for (const Band& band : region.bands)
    for (std::int64_t x = band.x; x < band.x_end; ++x)
      for (std::int64_t y = band.y; y < band.y_end; ++y)
        cells.insert(region.turned ? std::pair(y, x) : std::pair(x, y));
  return cells;
}

std::int64_t perimeter_of(const Cells& cells) {
  std::int64_t edges = 0;
  for (const auto& [x, y] : cells)
    for (const auto& neighbour : {std::pair(x - 1, y), std::pair(x + 1, y), std::pair(x, y - 1), std::pair(x, y + 1)})
      edges += cells.contains(neighbour) ? 0 : 1;
  return edges;
}

std::int64_t pieces_of(Cells cells) {
  std::int64_t pieces = 0;
  while (!cells.empty()) {
    ++pieces;
    std::vector<std::pair<std::int64_t, std::int64_t>> open = {*cells.begin()};
    cells.erase(cells.begin());
    while (!open.empty()) {
      const auto [x, y] = open.back();
      open.pop_back();
      for (const auto& neighbour : {std::pair(x - 1, y), std::pair(x + 1, y), std::pair(x, y - 1), std::pair(x, y + 1)})
        if (cells.erase(neighbour) > 0) open.push_back(neighbour);
    }
  }
  return pieces;
}

// The results of up to five random splits of an array.
rc::Gen<CellRegion> regions() {
  return rc::gen::exec([] {
    CellRegion region = whole_region(*rc::gen::inRange(1, 9), *rc::gen::inRange(1, 9));
    const int splits = *rc::gen::inRange(0, 6);
    for (int i = 0; i < splits; ++i) {
      turn(region, *rc::gen::arbitrary<bool>());
      CellRegion left;
      CellRegion right;
      const auto partial = *rc::gen::element(PartialLine::low_rows_left, PartialLine::high_rows_left);
      split(region, *rc::gen::inRange<std::int64_t>(0, region.cells() + 1), partial, left, right);
      region = *rc::gen::arbitrary<bool>() ? left : right;
    }
    return region;
  });
}

RC_GTEST_PROP(CellRegion, TurningChangesNoCell, ()) {
  const CellRegion region = *regions();
  CellRegion turned = region;
  turn(turned, !region.turned);
  RC_ASSERT(turned.turned != region.turned);
  RC_ASSERT(cells_of(turned) == cells_of(region));
  turn(turned, region.turned);
  RC_ASSERT(cells_of(turned) == cells_of(region));
}

RC_GTEST_PROP(CellRegion, TheOutlineIsThatOfItsCells, ()) {
  const CellRegion region = *regions();
  const Cells cells = cells_of(region);
  RC_ASSERT(region.cells() == static_cast<std::int64_t>(cells.size()));
  RC_ASSERT(outline_of(region).perimeter == perimeter_of(cells));
  RC_ASSERT(outline_of(region).pieces == pieces_of(cells));
}

RC_GTEST_PROP(CellRegion, ASplitDealsOutAllCells, ()) {
  const CellRegion region = *regions();
  const std::int64_t wanted = *rc::gen::inRange<std::int64_t>(0, region.cells() + 1);
  CellRegion left;
  CellRegion right;
  split(region, wanted, PartialLine::high_rows_left, left, right);
  RC_ASSERT(left.cells() == wanted);
  Cells both = cells_of(left);
  both.merge(cells_of(right));
  RC_ASSERT(both == cells_of(region));
  const WholeColumns whole = whole_columns_around(region, wanted);
  RC_ASSERT(whole.below <= wanted && wanted <= whole.above && whole.above <= region.cells());
}

RC_GTEST_PROP(CellRegion, ItsRectanglesAreItsCells, ()) {
  const CellRegion region = *regions();
  Cells cells;
  std::int64_t count = 0;
  for (const Rect& rect : rectangles_of(region))
    for (double x = rect.column; x < rect.column_end(); ++x)
      for (double y = rect.row; y < rect.row_end(); ++y, ++count)
        cells.emplace(static_cast<std::int64_t>(x), static_cast<std::int64_t>(y));
  RC_ASSERT(cells == cells_of(region));
  RC_ASSERT(count == region.cells());
}

TEST(CellRegion, ThePartialLineStandsWhereItIsPut) {
  const CellRegion array = whole_region(4, 5);
  CellRegion left;
  CellRegion right;
  split(array, 11, PartialLine::low_rows_left, left, right);
  EXPECT_EQ(cells_of(left).count({2, 0}), 1U);
  EXPECT_EQ(cells_of(left).count({2, 3}), 0U);
  split(array, 11, PartialLine::high_rows_left, left, right);
  EXPECT_EQ(cells_of(left).count({2, 0}), 0U);
  EXPECT_EQ(cells_of(left).count({2, 3}), 1U);
}

}  // namespace
}  // namespace apportion

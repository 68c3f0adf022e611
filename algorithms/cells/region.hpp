// Sets of cells whose every row and every column is one run: what jogged cuts leave of an array.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/rectangles/decomposition.hpp"

namespace apportion {

/// The cells of columns [x, x_end) in rows [y, y_end).
struct Band {
  std::int64_t x = 0;
  std::int64_t x_end = 0;
  std::int64_t y = 0;
  std::int64_t y_end = 0;

  [[nodiscard]] std::int64_t width() const { return x_end - x; }
  [[nodiscard]] std::int64_t height() const { return y_end - y; }
  [[nodiscard]] std::int64_t cells() const { return width() * height(); }
};

/// A row- and column-convex set of cells (an HV-convex polyomino where it is connected), as the bands of equal columns
/// from left to right. With `turned`, x counts rows and y columns.
struct CellRegion {
  bool turned = false;
  std::vector<Band> bands = {};

  [[nodiscard]] std::int64_t cells() const;
};

/// All cells of an array.
[[nodiscard]] CellRegion whole_region(std::int64_t rows, std::int64_t columns);

/// What a region is bounded by.
struct Outline {
  std::int64_t perimeter = 0;  ///< cell edges around it
  std::int64_t pieces = 0;     ///< connected ones
};
[[nodiscard]] Outline outline_of(const CellRegion& region);

/// Makes `region` count x along rows (or columns).
void turn(CellRegion& region, bool turned);

/// Where a column is divided, the cells of its low rows belong to the left side, or those of its high rows.
enum class PartialLine : std::uint8_t { low_rows_left, high_rows_left };
[[nodiscard]] constexpr PartialLine other(PartialLine partial) {
  return partial == PartialLine::low_rows_left ? PartialLine::high_rows_left : PartialLine::low_rows_left;
}

/// The first `cells` cells in order of columns go left, from 0 to all of them; one column may be divided. Rows and
/// columns are those of the region, turned or not. Both sides are convex again.
void split(const CellRegion& region, std::int64_t cells, PartialLine partial, CellRegion& left, CellRegion& right);

/// The columns before x go left.
void split_at(const CellRegion& region, std::int64_t x, CellRegion& left, CellRegion& right);

/// The number of cells before the column in which `cells` cells are reached, and with that column: the nearest
/// divisions into whole columns. Both are `cells` where it is one of them.
struct WholeColumns {
  std::int64_t below = 0;
  std::int64_t above = 0;
};
[[nodiscard]] WholeColumns whole_columns_around(const CellRegion& region, std::int64_t cells);

/// Puts the right one after the left one, which ends before it; both are turned the same way.
void append(CellRegion& left, const CellRegion& right);

/// The region as rectangles of the array, the largest first; as few as bands along rows or along columns can be.
[[nodiscard]] std::vector<Rect> rectangles_of(const CellRegion& region);

}  // namespace apportion

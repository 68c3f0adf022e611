// Sets of cells in which every row and every column is one run, as made by jogged cuts of an array.
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

/// A row- and column-convex set of cells (an HV-convex polyomino if it is connected), as bands of equal columns from
/// left to right. If `turned`, x counts rows and y columns.
struct CellRegion {
  bool turned = false;
  std::vector<Band> bands = {};

  [[nodiscard]] std::int64_t cells() const;
};

/// All cells of an array.
[[nodiscard]] CellRegion whole_region(std::int64_t rows, std::int64_t columns);

/// The perimeter and the pieces of a region.
struct Outline {
  std::int64_t perimeter = 0;  ///< the number of cell edges around it
  std::int64_t pieces = 0;     ///< the number of connected pieces
};
[[nodiscard]] Outline outline_of(const CellRegion& region);

/// Sets whether x of `region` counts rows.
void turn(CellRegion& region, bool turned);

/// Whether the low or the high rows of a divided column belong to the left side.
enum class PartialLine : std::uint8_t { low_rows_left, high_rows_left };
[[nodiscard]] constexpr PartialLine other(PartialLine partial) {
  return partial == PartialLine::low_rows_left ? PartialLine::high_rows_left : PartialLine::low_rows_left;
}

/// Splits a region: the first `cells` cells in the order of columns, from 0 to all, go left; one column may be divided.
/// Rows and columns are those of the region, turned or not. Both sides are convex again.
void split(const CellRegion& region, std::int64_t cells, PartialLine partial, CellRegion& left, CellRegion& right);

/// Splits a region before column x.
void split_at(const CellRegion& region, std::int64_t x, CellRegion& left, CellRegion& right);

/// The nearest divisions into whole columns: the number of cells before the column that contains the last of `cells`,
/// and including it. Both are `cells` if that divides no column.
struct WholeColumns {
  std::int64_t below = 0;
  std::int64_t above = 0;
};
[[nodiscard]] WholeColumns whole_columns_around(const CellRegion& region, std::int64_t cells);

/// Appends the right region to the left one, which ends before it; both have the same `turned`.
void append(CellRegion& left, const CellRegion& right);

/// The rectangle of a band.
[[nodiscard]] Rect rect_of(const Band& band, bool turned);

/// Gives rectangles, the largest first, to a part that has none.
void add_part(Decomposition& division, std::size_t processor, const std::vector<Rect>& rects);

/// The region as rectangles of the array, the largest first: bands along rows or along columns, whichever are fewer.
[[nodiscard]] std::vector<Rect> rectangles_of(const CellRegion& region);

}  // namespace apportion

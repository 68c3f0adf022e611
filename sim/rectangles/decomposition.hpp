// Decompositions of a two-dimensional array into a part for each processor, usually one rectangle, sometimes several,
// and tests of whether given parts tile the array and are accurate enough.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "sim/cluster.hpp"
#include "sim/objective.hpp"

namespace apportion {

struct Network;  // sim/network/network.hpp

/// An array of rows x columns elements, real-valued as in the papers. Row coordinates run along the paper's m (y),
/// column coordinates along its n (x).
struct Extent {
  double rows = 0;
  double columns = 0;

  [[nodiscard]] double area() const { return rows * columns; }
  [[nodiscard]] double half_perimeter() const { return rows + columns; }
  [[nodiscard]] Extent transposed() const { return {columns, rows}; }
};

/// Throws InputError unless both sides are positive and finite, and their product is from 1e-280 to 1e300.
void validate(const Extent& extent);

/// A rectangle of `rows` x `columns` whose corner nearest to the origin is (row, column).
struct Rect {
  double row = 0;
  double column = 0;
  double rows = 0;
  double columns = 0;

  [[nodiscard]] double row_end() const { return row + rows; }
  [[nodiscard]] double column_end() const { return column + columns; }
  [[nodiscard]] double area() const { return rows * columns; }
  [[nodiscard]] double half_perimeter() const { return rows + columns; }
  [[nodiscard]] Rect transposed() const { return {column, row, columns, rows}; }
};

/// A further rectangle of a part that is not a rectangle, such as an L.
struct FurtherRect {
  std::size_t processor = 0;
  Rect rect;
};

/// parts[i] is the rectangle of processor i; a part that is not a rectangle has further ones. All rectangles together
/// tile the array.
struct Decomposition {
  Extent extent;
  std::vector<Rect> parts;
  std::vector<FurtherRect> further = {};  ///< sorted by processor; empty if all parts are rectangles
};

/// All rectangles of one part.
[[nodiscard]] std::vector<Rect> rectangles_of(const Decomposition& decomposition, std::size_t processor);

/// The area of one part.
[[nodiscard]] double part_area(const Decomposition& decomposition, std::size_t processor);

/// The decomposition of the transposed array.
[[nodiscard]] Decomposition transposed(Decomposition decomposition);

/// Two coordinates of one array are the same point if they differ by at most this: 1e-9 of the half perimeter. All
/// comparisons that can tie use it (equal weights make corners coincide that rounding separates).
[[nodiscard]] double coincidence_tolerance(const Extent& extent);

/// The problem of a rectangle algorithm: divide `extent` among the processors of `cluster` in proportion to their
/// speeds so that `objective` is least, at a start-up cost of `latency` >= 0 per pair of neighbours (Kaddoura et al.,
/// Section 5). Objective::net needs `network`, with as many processors as the cluster.
struct RectangleProblem {
  Extent extent;
  Cluster cluster;
  double latency = 0;
  Objective objective = Objective::total;
  std::shared_ptr<const Network> network = nullptr;
};

/// Throws InputError unless p (rows + columns) and 3 p latency are at most 5e299 and the latency is not negative: then
/// the cost of p parts, with up to 3 p pairs of neighbours, is finite. `boundary` is rows + columns.
void require_total(double boundary, std::size_t processors, double latency);

/// Throws InputError if the extent or the cluster is out of range, require_total() or
/// require_shares() fails, or, for Objective::net, there is no valid network of as many processors as
/// the cluster has.
void validate(const RectangleProblem& problem);

/// A rectangle that overlaps another, if there is any; common sides are no overlap. The rectangles must have positive
/// sides. O(n log n).
[[nodiscard]] std::optional<Rect> overlapping_rectangle(const std::vector<Rect>& rectangles);

/// InputError, which names a rectangle or a processor, unless the decomposition has a part for each processor, its
/// rectangles are inside the array and do not overlap by more than coincidence_tolerance(), and the areas of the parts
/// are right within area_tolerance; they then tile the array.
void require_tiling(const RectangleProblem& problem, const Decomposition& decomposition);

/// The least accepted side of a part: twice coincidence_tolerance(). Two corners that coincide are then always closer
/// than any two others on a line, so that the order of comparisons does not matter.
[[nodiscard]] double narrowest_part(const Extent& extent);

/// The relative error allowed in areas, compared with those that the weights require.
inline constexpr double area_tolerance = 1e-9;

/// Throws InputError, before any division, if no decomposition can pass require_accurate(): with two or more
/// processors, if the shorter side of the array is below narrowest_part(), or the part of a weight would be narrower
/// even as a square.
void require_shares(const RectangleProblem& problem);

/// Throws InputError unless the decomposition, which has one part for each of at least one processor, answers the
/// problem accurately: with two or more processors, both sides of every part are at least narrowest_part(), and its
/// area is right within area_tolerance. Each rectangle of a part must be as wide, and so must the rest that an L leaves
/// to others. The message names a processor by its weight, the limit, and a weight that every algorithm of this library
/// with rectangular parts accepts. An accepted decomposition has exact internal_edges(), and costs as accurate as the
/// areas. One processor is always accepted. O(p). Throws std::logic_error for further rectangles that are not sorted by
/// processor, or of a processor that does not exist.
void require_accurate(const RectangleProblem& problem, const Decomposition& decomposition);

}  // namespace apportion

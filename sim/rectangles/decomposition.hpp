// Decompositions of a two-dimensional array into a part for each processor: one rectangle, seldom several.
#pragma once

#include <cstddef>
#include <memory>
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

/// One more rectangle of a part that is not a rectangle, such as an L.
struct FurtherRect {
  std::size_t processor = 0;
  Rect rect;
};

/// parts[i] is the rectangle of processor i, and further ones make up parts that are not rectangles; all rectangles
/// together tile the array.
struct Decomposition {
  Extent extent;
  std::vector<Rect> parts;
  std::vector<FurtherRect> further = {};  ///< in order of their processors; empty where all parts are rectangles
};

/// All rectangles of one part.
[[nodiscard]] std::vector<Rect> rectangles_of(const Decomposition& decomposition, std::size_t processor);

/// The area of one part.
[[nodiscard]] double part_area(const Decomposition& decomposition, std::size_t processor);

/// The decomposition of the transposed array.
[[nodiscard]] Decomposition transposed(Decomposition decomposition);

/// Two coordinates of one array are the same point when they differ by at most this: 1e-9 of the half perimeter. All
/// comparisons that can tie use it (equal weights make corners coincide that rounding separates).
[[nodiscard]] double coincidence_tolerance(const Extent& extent);

/// What a rectangle algorithm is asked: divide `extent` among the processors of `cluster` in proportion to their
/// speeds so that `objective` is least, at a start-up cost of `latency` >= 0 a pair of neighbours (Kaddoura et al.,
/// Section 5). Objective::net is on `network`, which has a processor for each of the cluster.
struct RectangleProblem {
  Extent extent;
  Cluster cluster;
  double latency = 0;
  Objective objective = Objective::total;
  std::shared_ptr<const Network> network = nullptr;
};

/// Throws InputError unless p (rows + columns) and 3 p latency are each at most 5e299 and the latency not negative, so
/// that what p parts cost, with up to 3 p pairs of neighbours, is a finite number; `boundary` is rows + columns.
void require_total(double boundary, std::size_t processors, double latency);

/// Throws InputError if the extent or the cluster is out of range, the total would be (require_total()), or a weight is
/// too small for a part that is wide enough (require_shares() in sim/rectangles/accuracy.hpp); for Objective::net also
/// without a valid network of as many processors as the cluster has.
void validate(const RectangleProblem& problem);

}  // namespace apportion

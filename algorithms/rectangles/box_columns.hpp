// The cheapest columns of some items in a box, wherever it lies in the array.
#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/rectangles/columns.hpp"
#include "algorithms/rectangles/frame.hpp"

namespace apportion {

/// Columns of items [first, last) that fill a box. Columns keep the order of the items inside, and stand in any order.
struct BoxColumns {
  std::vector<std::size_t> counts;  ///< of the columns as the items are sorted
  std::vector<std::size_t> order;   ///< the columns from left to right, or the rows from top to bottom
  bool transposed = false;          ///< rows one above the other instead of columns side by side
};

struct PricedColumns {
  BoxColumns columns;
  double cost = 0;  ///< the sum of cut_cost() (outer_sides.hpp) over all cuts
};

/// Computes them by dynamic programmes without looking for corners that coincide. One object serves many boxes of one
/// frame, which must outlive it.
class BoxColumnsProgramme {
 public:
  explicit BoxColumnsProgramme(const Frame& frame);

  /// The least cost over columns and rows of items [first, last), at least one. O(k log k) for k items.
  [[nodiscard]] double least_cost(const Box& box, std::size_t first, std::size_t last);

  /// The same over columns (or rows) alone.
  [[nodiscard]] double least_cost(const Box& box, std::size_t first, std::size_t last, bool transposed);

  /// What gives the least cost; ties (frame.tolerance()) to columns. With latency those with most items stand at the
  /// ends that lie on the boundary of the array.
  [[nodiscard]] PricedColumns cheapest(const Box& box, std::size_t first, std::size_t last);

  /// Without latency: the least cost of columns (or rows) of items [first, first + j) in the box of their own that a
  /// cut across the direction in which they lie leaves them, for j = 0 to the number of items; of [first + j, last)
  /// where `from_the_end`.
  void prefix_costs(const Box& box, std::size_t first, std::size_t last, bool transposed, bool from_the_end,
                    std::vector<double>& costs);

 private:
  struct Terms;
  [[nodiscard]] Terms terms(const Box& box, std::size_t first, std::size_t last, bool transposed) const;
  double solve(const Terms& terms);
  [[nodiscard]] std::vector<std::size_t> counts(const Terms& terms) const;

  const Frame& frame_;
  ColumnsQueue queue_;
  std::vector<double> best_;        // of the first j items, all columns inside
  std::vector<double> best_outer_;  // the same with the last column at an end
  std::vector<std::size_t> start_;
  std::vector<std::size_t> start_outer_;
  std::size_t last_start_ = 0;
};

/// Boxes of the items, boxes[first] to boxes[last - 1], and the length of all cuts.
double place_columns(const Frame& frame, const Box& box, std::size_t first, const BoxColumns& columns,
                     std::vector<Box>& boxes);

}  // namespace apportion

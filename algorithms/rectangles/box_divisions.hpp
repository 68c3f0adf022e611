// Divisions of a box within the array: costs of cuts, cheapest columns, and squares cut out of corners.
#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/rectangles/columns.hpp"
#include "algorithms/rectangles/frame.hpp"

namespace apportion {

/// The sides of a box that are on the boundary of the array (1) or inside it (0).
///
/// A division by p - 1 cuts, each within a box, has p - 1 internal edges, plus one for every end of a cut that is on
/// another cut rather than on the boundary: 3 (p - 1) - (ends on the boundary), less one for every two ends in the same
/// point. So Acost + latency x edges is 3 (p - 1) latency plus a sum over the cuts: each costs its length less latency
/// x (its ends on the boundary). The border of a square in a corner is a cut with a bend.
struct OuterSides {
  double left = 0;
  double right = 0;
  double top = 0;
  double bottom = 0;

  /// The number of ends of a cut through the box that are on the boundary.
  [[nodiscard]] double ends(bool across_n) const { return across_n ? top + bottom : left + right; }
};

[[nodiscard]] inline OuterSides outer_sides(const Frame& frame, const Box& box) {
  const auto one_if = [](bool is_outer) { return is_outer ? 1.0 : 0.0; };
  return {one_if(box.x <= frame.tolerance()), one_if(box.x + box.width >= frame.n - frame.tolerance()),
          one_if(box.y <= frame.tolerance()), one_if(box.y + box.height >= frame.m - frame.tolerance())};
}

/// The cost of a cut of this length through the box.
[[nodiscard]] inline double cut_cost(const Frame& frame, const Box& box, bool across_n) {
  const double length = across_n ? box.height : box.width;
  return frame.latency > 0 ? length - frame.latency * outer_sides(frame, box).ends(across_n) : length;
}

/// Columns or rows (transposed) that fill a box. A column keeps the order of its items.
struct PricedColumns {
  Columns columns;  ///< with their order
  double cost = 0;  ///< the sum of cut_cost() over all cuts
};

/// Computes columns by dynamic programming, ignoring coincident corners. One object serves many boxes of the same
/// frame, which must outlive it.
class BoxColumnsProgramme {
 public:
  explicit BoxColumnsProgramme(const Frame& frame);

  /// The least cost over columns and rows of items [first, last), at least one. O(k log k) for k items.
  [[nodiscard]] double least_cost(const Box& box, std::size_t first, std::size_t last);

  /// The same over columns only, or over rows only (`transposed`).
  [[nodiscard]] double least_cost(const Box& box, std::size_t first, std::size_t last, bool transposed);

  /// The columns or rows of least cost; ties (frame.tolerance()) go to columns. With latency the columns with the most
  /// items are placed at the ends on the boundary of the array.
  [[nodiscard]] PricedColumns cheapest(const Box& box, std::size_t first, std::size_t last);

  /// Without latency, for j = 0 to the number of items: the least cost of columns (or rows) of items [first, first
  /// + j), or of [first + j, last) if `from_the_end`, in their box after a cut across the direction of the
  /// columns.
  void prefix_costs(const Box& box, std::size_t first, std::size_t last, bool transposed, bool from_the_end,
                    std::vector<double>& costs);

 private:
  struct Terms;
  [[nodiscard]] Terms terms(const Box& box, std::size_t first, std::size_t last, bool transposed) const;
  double solve(const Terms& terms);
  [[nodiscard]] std::vector<std::size_t> counts(const Terms& terms) const;

  const Frame& frame_;
  ColumnsQueue queue_;
  std::vector<double> best_;        // for the first j items, all columns inside
  std::vector<double> best_outer_;  // the same with the last column at an end
  std::vector<std::size_t> start_;
  std::vector<std::size_t> start_outer_;
  std::size_t last_start_ = 0;
};

/// Places the items of columns with an order, boxes[first] to boxes[last - 1]; returns the length of all cuts.
double place_columns(const Frame& frame, const Box& box, std::size_t first, const Columns& columns,
                     std::vector<Box>& boxes);

/// The square of the given side in a corner of `box`, at the boundary of the array if the box touches it, since a cut
/// that ends there separates fewer neighbours. `side` must be less than both sides of the box.
[[nodiscard]] Box corner_square(const Frame& frame, const Box& box, double side);

/// The cost of cutting off the square, by the rule of cut_cost().
[[nodiscard]] double corner_cost(const Frame& frame, const Box& box, const Box& square);

/// Gives `item` the box except the square, as two rectangles, the larger one first.
void place_around(Layout& layout, std::size_t item, const Box& box, const Box& square);

}  // namespace apportion

// Divisions with L-shaped parts: boxes of items, and squares that are cut out of a part's corner.
#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/rectangles/frame.hpp"

namespace apportion {

/// A division in the making: a box for each item of the frame, further boxes of those that have an L, and the length of
/// the cuts so far.
struct Layout {
  explicit Layout(const Frame& frame) : boxes(frame.size()) {}

  std::vector<Box> boxes;
  std::vector<FurtherBox> further = {};
  double acost = 0;
};

/// The square of the given side in a corner of `box`, one on the boundary of the array if there is one: whatever ends
/// there has no neighbour behind it. `side` must be less than both sides of the box.
[[nodiscard]] Box corner_square(const Frame& frame, const Box& box, double side);

/// What cutting off the square costs, as cut_cost() of outer_sides.hpp.
[[nodiscard]] double corner_cost(const Frame& frame, const Box& box, const Box& square);

/// Gives `item` what the square leaves of the box, as two rectangles, the larger one first.
void place_around(Layout& layout, std::size_t item, const Box& box, const Box& square);

/// The answer: costs are the layout's, edges are not counted.
[[nodiscard]] RectangleSolution layout_solution(const Frame& frame, const Layout& layout);

}  // namespace apportion

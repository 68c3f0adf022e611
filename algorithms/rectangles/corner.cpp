// Squares in corners, and the L shapes around them.
#include "algorithms/rectangles/corner.hpp"

#include "algorithms/rectangles/outer_sides.hpp"

namespace apportion {

Box corner_square(const Frame& frame, const Box& box, double side) {
  const OuterSides outer = outer_sides(frame, box);
  const bool at_left = outer.left > outer.right;
  const bool at_top = outer.top > outer.bottom;
  return {at_left ? box.x : box.x + (box.width - side), at_top ? box.y : box.y + (box.height - side), side, side};
}

double corner_cost(const Frame& frame, const Box& box, const Box& square) {
  const double length = square.width + square.height;
  if (!(frame.latency > 0)) return length;
  // The border ends on the sides of the box that the square shares with it.
  const OuterSides outer = outer_sides(frame, box);
  const double ends = (square.x > box.x ? outer.right : outer.left) + (square.y > box.y ? outer.bottom : outer.top);
  return length - frame.latency * ends;
}

void place_around(Layout& layout, std::size_t item, const Box& box, const Box& square) {
  const bool at_left = square.x <= box.x;
  const bool at_top = square.y <= box.y;
  const double beside = box.width - square.width;
  const double above = box.height - square.height;
  const bool takes_height = beside * box.height >= above * box.width;
  const double x = at_left ? box.x + square.width : box.x;
  const double y = at_top ? box.y + square.height : box.y;
  // One rectangle over the full height or width of the box, and the other one over the square's.
  const Box larger = takes_height ? Box{x, box.y, beside, box.height} : Box{box.x, y, box.width, above};
  const Box smaller = takes_height ? Box{square.x, y, square.width, above} : Box{x, square.y, beside, square.height};
  layout.boxes[item] = larger;
  layout.further.push_back({item, smaller});
  layout.acost += square.width + square.height;
}

RectangleSolution layout_solution(const Frame& frame, const Layout& layout) {
  return {.decomposition = to_decomposition(frame, layout.boxes, layout.further), .claimed_acost = layout.acost};
}

}  // namespace apportion

// Sides of a box on the boundary of the array, and how latency is counted without looking for neighbours.
#pragma once

#include "algorithms/rectangles/frame.hpp"

namespace apportion {

/// Which sides of a box lie on the boundary of the array (1) or inside it (0).
///
/// A division by p - 1 cuts, each within a box, has p - 1 internal edges and one more for every end of a cut that meets
/// another cut rather than the boundary: 3 (p - 1) - (ends on the boundary), where no two ends meet in one point, and
/// fewer by one for every two that do. So Acost + latency x edges is 3 (p - 1) latency plus a sum over the cuts: each
/// costs its length less latency x (its ends on the boundary). The border of a square in a corner is a cut with a bend.
struct OuterSides {
  double left = 0;
  double right = 0;
  double top = 0;
  double bottom = 0;

  /// Ends on the boundary of a cut through the box.
  [[nodiscard]] double ends(bool across_n) const { return across_n ? top + bottom : left + right; }
};

[[nodiscard]] inline OuterSides outer_sides(const Frame& frame, const Box& box) {
  const auto one_if = [](bool is_outer) { return is_outer ? 1.0 : 0.0; };
  return {one_if(box.x <= frame.tolerance()), one_if(box.x + box.width >= frame.n - frame.tolerance()),
          one_if(box.y <= frame.tolerance()), one_if(box.y + box.height >= frame.m - frame.tolerance())};
}

/// What a cut of this length through the box costs.
[[nodiscard]] inline double cut_cost(const Frame& frame, const Box& box, bool across_n) {
  const double length = across_n ? box.height : box.width;
  return frame.latency > 0 ? length - frame.latency * outer_sides(frame, box).ends(across_n) : length;
}

}  // namespace apportion

// The one division of a layout's class in which the rooms have given areas.
#pragma once

#include <span>
#include <vector>

#include "algorithms/rectangles/frame.hpp"
#include "algorithms/rectangles/optimal_layouts.hpp"

namespace apportion {

/// Where the lines of a layout are, borders included.
struct LinePositions {
  std::vector<double> x;  ///< of vertical lines
  std::vector<double> y;  ///< of horizontal ones
};

/// The lines of a layout in a box width x height whose origin is (0, 0), so that the rooms have these positive areas,
/// which sum to the box's. The x maximise sum of area x log(room's width), which is strictly concave: at the maximum
/// the heights area / width fit together on both sides of every line. By Newton's method. False, and `positions`
/// undefined, where that does not converge to rooms of these areas as exactly as coordinates are rounded (1e-13).
[[nodiscard]] bool place_lines(const RoomLayout& layout, std::span<const double> areas, double width, double height,
                               LinePositions& positions);

/// A room's rectangle.
[[nodiscard]] inline Box room_box(const Room& room, const LinePositions& at) {
  return {at.x[room.left], at.y[room.bottom], at.x[room.right] - at.x[room.left], at.y[room.top] - at.y[room.bottom]};
}

}  // namespace apportion

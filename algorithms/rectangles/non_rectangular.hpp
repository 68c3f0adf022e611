// What SNRRP and NRRP share: recursive division in which a processor that is too large for a cut takes an L.
#pragma once

#include <cstddef>

#include "algorithms/rectangles/frame.hpp"

namespace apportion {

/// Divides a box with sides in the ratio rho >= 1 by a cut across the longer one at the prefix of the ascending areas
/// whose share is nearest one half, if rho > 3 or that share is in [1/(3 rho), 1 - 1/(3 rho)]. Otherwise the largest
/// area alone has more than that: all others go into a square in a corner of the box, and the largest takes the L
/// around it. Recursive in both parts of a cut, and in the square.
///
/// There, while `budget` items are left, the straight cut that separates the largest is tried as well, each trial at
/// the price of its items; the cheaper one by Acost + latency x edges (where no corners coincide) stays, ties to the
/// cut. Without a budget O(p log p).
[[nodiscard]] RectangleSolution divide_with_corners(const Frame& frame, std::size_t budget);

}  // namespace apportion

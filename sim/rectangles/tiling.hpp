// Whether rectangles that somebody else made tile an array.
#pragma once

#include <optional>
#include <vector>

#include "sim/rectangles/decomposition.hpp"

namespace apportion {

/// A rectangle that overlaps another one, if there is any; sides in common are no overlap. The rectangles have positive
/// sides. O(n log n).
[[nodiscard]] std::optional<Rect> overlapping_rectangle(const std::vector<Rect>& rectangles);

/// InputError, which names a rectangle or a processor, unless the decomposition has a part for each processor, its
/// rectangles are inside the array and do not overlap by more than coincidence_tolerance(), and the areas of the parts
/// are right within area_tolerance; they then tile the array.
void require_tiling(const RectangleProblem& problem, const Decomposition& decomposition);

}  // namespace apportion

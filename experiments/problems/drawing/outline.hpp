// Outlines of parts, and their room for labels.
#pragma once

#include <optional>
#include <vector>

#include "sim/rectangles/decomposition.hpp"

namespace apportion::problems {

struct OutlineCorner {
  double row = 0;
  double column = 0;
};

/// A closed polygon whose sides are alternately horizontal and vertical.
using OutlineLoop = std::vector<OutlineCorner>;

/// The outline of disjoint rectangles, without common sides: a loop around each connected piece,
/// clockwise if rows run downwards, and one around each hole. Coordinates within `tolerance` are
/// equal.
[[nodiscard]] std::vector<OutlineLoop> outline(const std::vector<Rect>& rectangles, double tolerance);

/// The outline of one part of a decomposition, which may be of whole cells in an array of any size.
[[nodiscard]] std::vector<OutlineLoop> part_outline(const Decomposition& decomposition, std::size_t processor);

/// The length of the loops.
[[nodiscard]] double length_of(const std::vector<OutlineLoop>& loops);

/// The perimeter of one part: the length of its outline.
[[nodiscard]] double part_perimeter(const Decomposition& decomposition, std::size_t processor);

/// The smallest box around them.
[[nodiscard]] Rect bounding_box(const std::vector<Rect>& rectangles);

/// The rectangle within the union of `rectangles`, and outside `left_out`, with the most room for a label of this size;
/// of those that it fits, the one with the greatest area. Coordinates within `tolerance` are equal. Nothing if there is
/// no such rectangle.
[[nodiscard]] std::optional<Rect> label_box(const std::vector<Rect>& rectangles, const std::vector<Rect>& left_out,
                                            const Extent& label, double tolerance);

}  // namespace apportion::problems

// Outlines of parts, and where labels have room in them.
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

/// The outline of rectangles that do not overlap, without the sides that they have in common: a loop around each
/// connected piece, clockwise where rows run downwards, and one around each hole. Coordinates within `tolerance` are
/// one.
[[nodiscard]] std::vector<OutlineLoop> outline(const std::vector<Rect>& rectangles, double tolerance);

/// The outline of one part of a decomposition, whose sides may be whole in an array of any size.
[[nodiscard]] std::vector<OutlineLoop> part_outline(const Decomposition& decomposition, std::size_t processor);

/// The length of the loops.
[[nodiscard]] double length_of(const std::vector<OutlineLoop>& loops);

/// The perimeter of one part: the length of its outline.
[[nodiscard]] double part_perimeter(const Decomposition& decomposition, std::size_t processor);

/// The smallest box around them.
[[nodiscard]] Rect bounding_box(const std::vector<Rect>& rectangles);

/// The rectangle within the union of `rectangles`, and outside `left_out`, that has the most room for a label of that
/// size; of those that it fits the one of the greatest area. Coordinates within `tolerance` are one. None where nothing
/// remains.
[[nodiscard]] std::optional<Rect> label_box(const std::vector<Rect>& rectangles, const std::vector<Rect>& left_out,
                                            const Extent& label, double tolerance);

}  // namespace apportion::problems

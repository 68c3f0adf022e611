// Outlines of parts, and their room for labels.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "sim/rectangles/decomposition.hpp"

namespace apportion::problems {

/// The distinct lines across one direction on which rectangles begin or end; coordinates within `tolerance` of a line's
/// least one are on it.
class Lines {
 public:
  Lines(const std::vector<Rect>& rectangles, double Rect::*begin, double (Rect::*end)() const, double tolerance);

  /// The line of a coordinate, or the last one before it.
  [[nodiscard]] std::size_t number(double coordinate) const;
  [[nodiscard]] double at(std::size_t number) const { return first_[number]; }
  [[nodiscard]] std::size_t size() const { return first_.size(); }
  [[nodiscard]] std::size_t intervals() const { return first_.empty() ? 0 : first_.size() - 1; }

 private:
  std::vector<double> first_;  // the least coordinate of each
};

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

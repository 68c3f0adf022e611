// Pairs of neighbouring parts, and the lengths of their boundaries, for parts of any shape.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/rectangles/decomposition.hpp"

namespace apportion {

/// The boundaries between different parts. Boundaries between two rectangles of the same part do not count.
struct Boundaries {
  double inner = 0;        ///< total length inside the array
  double wrapped = 0;      ///< length along which the opposite sides of the array belong to different parts
  std::int64_t pairs = 0;  ///< unordered pairs of parts with a common inner boundary longer than the tolerance
};

/// Sweeps over the rectangles in both directions. Empty rectangles are ignored; the sides of all others are at least
/// twice the tolerance, within which two coordinates count as equal. O(n log n) for n rectangles.
[[nodiscard]] Boundaries boundaries(const Decomposition& decomposition, double tolerance);

/// The common boundary of two rectangles, or of two parts.
struct CommonBoundary {
  std::size_t one = 0;  ///< the smaller number
  std::size_t other = 0;
  double length = 0;
};

/// The boundaries inside the array between pairs of parts, numbered by their processors, that are longer than the
/// tolerance; in the order of the pairs. Preconditions as of boundaries().
[[nodiscard]] std::vector<CommonBoundary> pair_boundaries(const Decomposition& decomposition, double tolerance);

/// All common boundaries inside the array of rectangles that tile it, numbered as in the list; coordinates are compared
/// exactly. Empty rectangles are ignored. O(n log n).
[[nodiscard]] std::vector<CommonBoundary> common_boundaries(const std::vector<Rect>& rectangles);

}  // namespace apportion

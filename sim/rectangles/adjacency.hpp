// Which parts border on which, and how long their boundaries are, whatever the shapes of the parts.
#pragma once

#include <cstdint>

#include "sim/rectangles/decomposition.hpp"

namespace apportion {

/// What lies between different parts. Boundaries between two rectangles of one part count nowhere.
struct Boundaries {
  double inner = 0;        ///< total length inside the array
  double wrapped = 0;      ///< length along which the opposite sides of the array belong to different parts
  std::int64_t pairs = 0;  ///< unordered pairs of parts whose common boundary inside is longer than the tolerance
};

/// Sweeps over the rectangles in both directions. Rectangles without area are left out; the sides of all others are at
/// least twice the tolerance, within which two coordinates are one. O(n log n) for n rectangles.
[[nodiscard]] Boundaries boundaries(const Decomposition& decomposition, double tolerance);

}  // namespace apportion

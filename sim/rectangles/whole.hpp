// Decompositions into whole rows and columns, as real arrays need.
#pragma once

#include <cstddef>

#include "sim/rectangles/decomposition.hpp"

namespace apportion {

/// A decomposition whose rectangles have whole sides, and the effects of the rounding.
struct WholeDecomposition {
  Decomposition decomposition;
  /// max over processors of area_i / (share_i x total area) - 1: the excess of the most overloaded one over its share.
  double load_imbalance = 0;
  /// The number of parts left without an element.
  std::size_t empty_parts = 0;
};

/// WholeDecomposition::load_imbalance of a decomposition, by these relative speeds.
[[nodiscard]] double load_imbalance(const Decomposition& decomposition, const Cluster& cluster);

/// Rounds each line of the decomposition once to the nearest whole row or column, halves upwards (a half within
/// coincidence_tolerance(), at most 1e-3 of an element, is one), so that the parts still tile the array; rectangles of
/// a part that become empty are dropped. Throws InputError unless rows and columns of the array are whole numbers up to
/// 1e12.
[[nodiscard]] WholeDecomposition to_whole(const Decomposition& decomposition, const Cluster& cluster);

}  // namespace apportion

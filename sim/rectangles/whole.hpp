// Decompositions in whole rows and columns, as real arrays have them.
#pragma once

#include <cstddef>

#include "sim/rectangles/decomposition.hpp"

namespace apportion {

/// A decomposition whose rectangles have whole sides, and what the rounding costs.
struct WholeDecomposition {
  Decomposition decomposition;
  /// max over processors of area_i / (share_i x total area) - 1: by how much the most overloaded one exceeds its share.
  double load_imbalance = 0;
  /// Parts that were left without an element.
  std::size_t empty_parts = 0;
};

/// Rounds each distinct line of the decomposition (coordinates within coincidence_tolerance() are one line) once to the
/// nearest whole row or column, halves upwards, so that the parts still tile the array. Throws InputError unless rows
/// and columns of the array are whole numbers below 2^53.
[[nodiscard]] WholeDecomposition to_whole(const Decomposition& decomposition, const Cluster& cluster);

}  // namespace apportion

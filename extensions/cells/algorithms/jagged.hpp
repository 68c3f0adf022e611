// Jagged divisions of cells: stripes through the whole array, each cut independently.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "extensions/cells/algorithms/load_cuts.hpp"

namespace apportion {

/// Stripes along the lines of a box, one after the other, and their processors.
struct JaggedDivision {
  LineBox box = {};
  std::vector<std::size_t> group_ends = {};  ///< [stripe] the number of processors of it and those before it
  std::vector<std::int64_t> ends = {};       ///< [stripe] the line after it
  double bottleneck = 0;                     ///< greatest load per speed
};

/// The jagged division of least bottleneck, up to 1e-9 of it, of these processors in this order with these groups for
/// the stripes: the JAG-PQ-OPT of Saule, Bas & Catalyurek for any groups and speeds.
[[nodiscard]] JaggedDivision best_stripes(const CellProblem& problem, const LineBox& box, const SpeedOrder& order,
                                          const std::vector<std::size_t>& group_ends);

}  // namespace apportion

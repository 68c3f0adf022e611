// Jagged divisions of cells: stripes through the whole array, each cut into parts of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/cells/load_cuts.hpp"

namespace apportion {

/// Stripes along the lines of a box, one after the other, and which processors get which.
struct JaggedDivision {
  LineBox box = {};
  std::vector<std::size_t> group_ends = {};  ///< of each stripe: how many processors it and those before it have
  std::vector<std::int64_t> ends = {};       ///< of each stripe: the line after it
  double bottleneck = 0;                     ///< greatest load per speed
};

/// The jagged division of least bottleneck, but for 1e-9 of it, of these processors in this order where each stripe has
/// these: the JAG-PQ-OPT of Saule, Bas & Catalyurek for any groups and speeds.
[[nodiscard]] JaggedDivision best_stripes(const CellProblem& problem, const LineBox& box, const LoadTree& order,
                                          const std::vector<std::size_t>& group_ends);

/// Gives the stripes of a division their processors anew, in the same order, so that the bottleneck is the least that
/// is possible with these stripes.
[[nodiscard]] JaggedDivision best_groups(const CellProblem& problem, const LoadTree& order, JaggedDivision stripes);

/// The rectangle of each place of the order.
[[nodiscard]] std::vector<Rect> jagged_rects(const CellProblem& problem, const LoadTree& order,
                                             const JaggedDivision& division);

/// Its cuts as a tree without rectangles, for jogged_division().
[[nodiscard]] LoadTree jagged_tree(const LoadTree& order, const JaggedDivision& division);

/// How many stripes make square parts along the lines of a box; from 1 to the number of processors.
[[nodiscard]] std::size_t square_stripes(const LineBox& box, std::size_t processors);

}  // namespace apportion

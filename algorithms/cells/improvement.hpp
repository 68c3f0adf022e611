// Local improvement of trees over whole cells by their true boundary.
#pragma once

#include <cstddef>
#include <cstdint>

#include "algorithms/cells/cell_tree.hpp"
#include "algorithms/slices/slicing_tree.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// The largest p of the improvement.
inline constexpr std::size_t largest_p_of_improvement = 20'000;

/// Simulated annealing over the slicing trees of the same parts by what their cuts cost in whole cells, each moved to a
/// whole line where one is near enough; then descent by single cuts, which are moved by a cell, from or to a whole
/// line, or have their partial line at its other end. The sizes of all parts stay within one cell of their shares. The
/// search ends when so many nodes were placed.
[[nodiscard]] CellTree improved(const CellProblem& problem, const slices::Tree<2>& start, std::int64_t nodes,
                                RandomStream& stream);

}  // namespace apportion

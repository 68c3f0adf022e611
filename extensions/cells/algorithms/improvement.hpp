// Improvement of trees over whole cells by their true boundary.
#pragma once

#include <cstddef>
#include <cstdint>

#include "algorithms/slices/slicing_tree.hpp"
#include "extensions/cells/algorithms/cell_tree.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// The most processors of a problem whose trees are improved.
inline constexpr std::size_t largest_p_of_improvement = 20'000;

/// The best tree found by simulated annealing over slicing trees of the same parts, all of whose cuts are moved to
/// whole lines if the sizes of the parts allow it, by their cost in whole cells; then by descent, which changes single
/// cuts. The sizes of all parts stay within one cell of their shares. The search ends when so many nodes have been
/// placed.
[[nodiscard]] CellTree improved(const CellProblem& problem, const slices::Tree<2>& start, std::int64_t nodes,
                                RandomStream& stream);

}  // namespace apportion

// Trees over whole cells to start from: of the answers of rectangle algorithms.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "algorithms/cells/cell_tree.hpp"
#include "algorithms/rectangles/rectangle_algorithm.hpp"

namespace apportion {

/// What rectangle algorithms are asked for an array of cells.
[[nodiscard]] RectangleProblem rectangle_problem(const CellProblem& problem);

/// The tree of straight cuts that divides the array of the problem as `decomposition` does; nothing if there is none,
/// as for L shapes and pinwheels. Partial lines are put where parts stay connected, as join_pieces() does. O(p log p)
/// for each level.
[[nodiscard]] std::optional<CellTree> cell_tree_of(const CellProblem& problem, const Decomposition& decomposition);

/// Recursive bisection of the processors in their order, each half across the longer side of its part, as Berger &
/// Bokhari 1987 bisect domains. Takes any speeds.
[[nodiscard]] CellTree bisection_tree(const CellProblem& problem);

}  // namespace apportion

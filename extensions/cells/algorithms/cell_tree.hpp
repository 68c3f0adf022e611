// Trees of cuts that divide an array into whole cells, and the numbers of cells of parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "algorithms/slices/slicing_tree.hpp"
#include "extensions/cells/sim/cell_problem.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// Sizes within part_sizes() that sum to the number of cells, by largest remainders: the shares rounded down, and one
/// more cell for the largest fractions.
[[nodiscard]] std::vector<std::int64_t> largest_remainders(const CellProblem& problem);

/// Each processor gets the next cells in an order that runs through the columns (or the rows) back and forth, so that a
/// part is connected however small it is; sizes by largest remainders.
[[nodiscard]] Decomposition stripes(const CellProblem& problem, bool along_rows);

/// InputError, naming methods that take them, if the problem has loads.
void require_full_grid(const CellProblem& problem, const char* algorithm);

/// The problem of rectangle algorithms for an array of cells.
[[nodiscard]] RectangleProblem rectangle_problem(const CellProblem& problem);

/// The division into whole cells, without loads, with the cuts of a slicing tree over all processors. Partial lines are
/// placed so that parts stay connected, if possible. O(p) steps for any number of cells.
[[nodiscard]] Decomposition division_of(const CellProblem& problem, const slices::Tree<2>& slicing);

/// The most processors of a problem whose trees are improved.
inline constexpr std::size_t largest_p_of_improvement = 20'000;

/// The best division found by simulated annealing over slicing trees of the same parts, all of whose cuts are moved to
/// whole lines if the sizes of the parts allow it, by their cost in whole cells; then by descent, which changes single
/// cuts. The sizes of all parts stay within one cell of their shares. The search ends when so many nodes have been
/// placed.
[[nodiscard]] Decomposition improved(const CellProblem& problem, const slices::Tree<2>& start, std::int64_t nodes,
                                     RandomStream& stream);

}  // namespace apportion

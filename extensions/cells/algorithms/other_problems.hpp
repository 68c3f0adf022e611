// Divisions by way of other problems: with least widths, of the least greatest load, and with shares of two sizes.
#pragma once

#include <functional>
#include <optional>

#include "extensions/cells/algorithms/cell_algorithm.hpp"
#include "extensions/cells/sim/cell_problem.hpp"

namespace apportion {

/// The best division by cell_rank() without narrow runs that is made from divisions by `solve`: of the cells, and of
/// blocks of cells with the least width. Narrow runs go to parts beside them, and straight pieces of borders are then
/// moved while parts come nearer to their shares or the boundary becomes shorter. InputError if neither leads to such a
/// division, even if there is one.
[[nodiscard]] Decomposition wide_division(const CellProblem& problem,
                                          const std::function<Decomposition(const CellProblem& problem)>& solve);

/// A division with a small greatest load, for a problem by Objective::load. `solve` divides for the shortest boundary
/// under a limit on each load over its share; the least limit that it can keep is found by `bisections` steps. Returns
/// the best of its answers by cell_rank(), `proven` if all of them are.
[[nodiscard]] CellSolution least_load_division(const CellProblem& problem, int bisections,
                                               const std::function<CellSolution(const CellProblem& asked)>& solve);

/// The problem with other speeds, such that the largest shares are at the upper end of the tolerance and the smallest
/// at the lower one: parts of two sizes have a shorter boundary in all than parts of one. Nothing if that gains less
/// than a hundredth, as at tolerances below 30 % on both sides, and with several maps or limits of memory.
[[nodiscard]] std::optional<CellProblem> with_two_sizes(const CellProblem& problem);

}  // namespace apportion

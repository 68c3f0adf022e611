// Divisions into whole cells with a least width of parts, by any algorithm.
#pragma once

#include <functional>

#include "sim/cells/cell_problem.hpp"

namespace apportion {

/// The best division by cell_rank() without narrow runs that is made from divisions by `solve`: of the cells, and of
/// blocks of cells with the least width. Narrow runs go to parts beside them, and straight pieces of borders are then
/// moved while parts come nearer to their shares or the boundary becomes shorter. InputError if neither leads to such a
/// division, even if there is one.
[[nodiscard]] Decomposition wide_division(const CellProblem& problem,
                                          const std::function<Decomposition(const CellProblem& problem)>& solve);

}  // namespace apportion

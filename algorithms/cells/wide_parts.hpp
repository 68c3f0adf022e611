// Divisions into whole cells whose parts are nowhere narrower than a least width, by any algorithm.
#pragma once

#include <functional>

#include "sim/cells/cell_problem.hpp"

namespace apportion {

/// The best, as cell_rank() says, of divisions without narrow runs that come from the algorithm `solve`: its division
/// of the cells, and that of blocks of cells, each as wide as parts are to be. Narrow runs are given to parts beside
/// them, and straight pieces of borders are then moved while the parts come nearer to their shares or the boundary
/// becomes shorter. InputError where neither has become such a division, even if there is one.
[[nodiscard]] Decomposition wide_division(const CellProblem& problem,
                                          const std::function<Decomposition(const CellProblem& problem)>& solve);

}  // namespace apportion

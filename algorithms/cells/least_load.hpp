// Divisions into whole cells with the least greatest load, by any algorithm.
#pragma once

#include <functional>

#include "algorithms/cells/cell_algorithm.hpp"

namespace apportion {

/// Of a problem by Objective::load: the best, as cell_rank() says, of divisions by `solve` for the shortest boundary
/// where no load is more than so many times its share; of these limits the least is looked for by bisection. `proven`
/// where every answer on the way is.
[[nodiscard]] CellSolution least_load_division(const CellProblem& problem, int bisections,
                                               const std::function<CellSolution(const CellProblem& asked)>& solve);

}  // namespace apportion

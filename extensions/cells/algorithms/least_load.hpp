// Divisions into whole cells with the least greatest load, by any algorithm.
#pragma once

#include <functional>

#include "extensions/cells/algorithms/cell_algorithm.hpp"

namespace apportion {

/// A division with a small greatest load, for a problem by Objective::load. `solve` divides for the shortest boundary
/// under a limit on each load over its share; the least limit that it meets is found by `bisections` steps. Returns the
/// best of its answers by cell_rank(), `proven` if all of them are.
[[nodiscard]] CellSolution least_load_division(const CellProblem& problem, int bisections,
                                               const std::function<CellSolution(const CellProblem& asked)>& solve);

}  // namespace apportion

// Cells for parts that have none.
#pragma once

#include "sim/cells/cell_problem.hpp"

namespace apportion {

/// Gives each empty part one cell of a part that can spare it: the loads of both stay in their windows. Cells come
/// first whose part stays in one piece without them, then those with least boundary to it; parts of great shares are
/// served first. Whether any cell was given. O(n log n) for n cells. InputError, naming the algorithm, above
/// most_mesh_cells cells.
bool give_cells_to_empty_parts(const CellProblem& problem, const char* algorithm, Decomposition& division);

}  // namespace apportion

// Stripes of cells in serpentine order.
#pragma once

#include "sim/cells/cell_problem.hpp"

namespace apportion {

/// Each processor gets the next cells in an order that runs through the columns (or the rows) back and forth, so that a
/// part is connected however small it is; sizes by largest remainders.
[[nodiscard]] Decomposition stripes(const CellProblem& problem, bool along_rows);

}  // namespace apportion

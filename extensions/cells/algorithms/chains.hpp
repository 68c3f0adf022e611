// Divisions of chains, arrays of one row or column, into runs of cells: by dynamic programming.
#pragma once

#include "extensions/cells/algorithms/cell_algorithm.hpp"
#include "extensions/cells/sim/cell_problem.hpp"

namespace apportion {

/// Divides a chain so that each part is one run of its active cells, in the order of the processors if that is to be
/// kept. If processors are equal or few or their order is kept, and there are not too many cells within the tolerance
/// to try all, the division has the least cell_rank() and is `proven`. Otherwise only the given order and those of
/// ascending and descending speeds are tried. Throws std::logic_error unless the array is a chain, InputError with
/// layers or loads of several maps.
[[nodiscard]] CellSolution divided_chain(const CellProblem& problem);

/// Whether the parts of a chain follow each other in the order of the processors; some may be empty.
[[nodiscard]] bool keeps_order(const CellProblem& problem, const Decomposition& division);

}  // namespace apportion

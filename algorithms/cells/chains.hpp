// Divisions of chains, arrays of one row or column, into runs of cells: by dynamic programming.
#pragma once

#include "algorithms/cells/cell_algorithm.hpp"
#include "sim/cells/cell_problem.hpp"

namespace apportion {

/// Each part of a chain has one run of its active cells, in the order of the processors where that is to be kept. The
/// division has the least cell_rank() of all of these, and is `proven` to have, where processors are equal or few or
/// their order is kept, and cells and tolerance are not too many and too wide to look at all. Otherwise the orders that
/// are looked at are the given one and those of ascending and descending speeds. Throws std::logic_error unless the
/// array is a chain, InputError with layers or loads of several maps.
[[nodiscard]] CellSolution divided_chain(const CellProblem& problem);

/// Whether the parts of a chain follow each other in the order of the processors; some may be empty.
[[nodiscard]] bool keeps_order(const CellProblem& problem, const Decomposition& division);

}  // namespace apportion

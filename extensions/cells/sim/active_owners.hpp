// Owners of the active cells, and what it costs that cells get another owner.
#pragma once

#include <cstdint>
#include <vector>

#include "extensions/cells/sim/cell_problem.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {

/// owners_of() and the division without the cells of load 0, which have no owner.
[[nodiscard]] std::vector<std::int32_t> active_owners_of(const CellLoads& loads, const Decomposition& division);
[[nodiscard]] Decomposition active_division(const CellLoads& loads, const Decomposition& division);

/// The same division of the active cells, in which every other cell belongs to the part of a nearest active cell, by
/// steps to cells beside.
[[nodiscard]] Decomposition with_all_owned(const CellProblem& problem, const Decomposition& division);

// --- Cells that move from a previous division to a new one

/// The number of active cells whose owner differs from the previous one; 0 without a previous division. New cells do
/// not count.
[[nodiscard]] std::int64_t moved_cells(const CellProblem& problem, const Decomposition& division);

/// A lower bound on moved_cells() of all divisions within load_limits(); 0 without a previous division. docs/bounds.md
/// has the proof.
[[nodiscard]] std::int64_t least_moved_cells(const CellProblem& problem);

/// The objective plus the price of the cells that moved.
[[nodiscard]] double cost_with_migration(const CellProblem& problem, double objective, std::int64_t moved);

}  // namespace apportion

// What moves from a previous division to a new one, and how little can.
#pragma once

#include <cstdint>

#include "sim/cells/cell_problem.hpp"

namespace apportion {

/// Active cells whose owner is another processor than before; 0 without a previous division. New cells do not count.
[[nodiscard]] std::int64_t moved_cells(const CellProblem& problem, const Decomposition& division);

/// No division whose parts are all within tolerances() of their shares moves fewer; 0 without a previous division.
/// docs/bounds.md has the proof.
[[nodiscard]] std::int64_t least_moved_cells(const CellProblem& problem);

/// objective_cost() and the price of what moved.
[[nodiscard]] double cost_with_migration(const CellProblem& problem, double objective, std::int64_t moved);

}  // namespace apportion

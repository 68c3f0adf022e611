// What an iteration on an array of whole cells needs.
#pragma once

#include "sim/cells/cell_problem.hpp"
#include "sim/network/jacobi.hpp"

namespace apportion {

/// What parts send each other in a sweep of the problem's stencil, each active cell once to every part that reads it,
/// and the load of each part as its elements. Of a division that require_division() accepts; without loads it follows
/// from the geometry, otherwise the cells are looked at one by one.
[[nodiscard]] Stencil stencil_of(const CellProblem& problem, const Decomposition& division);

}  // namespace apportion

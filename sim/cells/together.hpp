// Cells that stay together: numbers that the cells of a problem have, and what divisions do to them.
#pragma once

#include <cstdint>

#include "sim/cells/cell_problem.hpp"

namespace apportion {

/// InputError unless problem.together, which must not be nullptr, has a number from 0 on for each cell, and all active
/// cells with one number above 0 lie in one sea: a connected piece of the active cells.
void require_together(const CellProblem& problem);

/// InputError, with the number, where cells that stay together are heavier than load_limits() allow every processor.
void require_room_together(const CellProblem& problem);

/// What a division does to cells that stay together.
struct TogetherCount {
  std::int64_t pieces = 0;  ///< numbers above 0 that active cells have
  std::int64_t cut = 0;     ///< of them those with cells of several parts
};

/// Of a problem with `together`, and a division that require_division() accepts.
[[nodiscard]] TogetherCount count_together(const CellProblem& problem, const Decomposition& division);

}  // namespace apportion

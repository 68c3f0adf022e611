// Groups of cells that must have one owner, given by equal numbers.
#pragma once

#include <cstdint>

#include "extensions/cells/sim/cell_problem.hpp"

namespace apportion {

/// InputError unless problem.together, which must not be nullptr, has a number from 0 on for each cell, and all active
/// cells with one number above 0 lie in one sea: a connected piece of the active cells.
void require_together(const CellProblem& problem);

/// InputError, with the number, if the cells of a group are together heavier than load_limits() allow any processor.
void require_room_together(const CellProblem& problem);

/// How many groups a division keeps together.
struct TogetherCount {
  std::int64_t pieces = 0;  ///< groups: numbers above 0 that active cells have
  std::int64_t cut = 0;     ///< groups with cells in several parts
};

/// For a problem with `together`, and a division that require_division() accepts.
[[nodiscard]] TogetherCount count_together(const CellProblem& problem, const Decomposition& division);

}  // namespace apportion

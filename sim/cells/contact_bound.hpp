// Lower bounds on elements sent by connected parts of an array without loads, from what contact with its sides saves.
#pragma once

#include <cstdint>

#include "sim/cells/cell_problem.hpp"

namespace apportion {

struct ElementsBound {
  std::int64_t volume = 0;   ///< of CellBoundary::volume
  std::int64_t busiest = 0;  ///< of CellBoundary::busiest
};

/// The fewest cells outside of n cells of the plane that have a side in common with one of them: ceil(sqrt(8n - 4)) + 2
/// (Wang & Wang, "Discrete isoperimetric problems", SIAM J. Appl. Math. 32, 1977). 0 for n <= 0.
[[nodiscard]] std::int64_t least_border(std::int64_t cells);

/// Of every division of an array of rows and columns without loads, with a stencil of five points, whose parts are
/// connected, not empty and within load_limits(); docs/bounds.md has the proof. 0 for one processor.
[[nodiscard]] ElementsBound contact_bound(const CellProblem& problem);

}  // namespace apportion

// Lower bounds on the elements that parts of an array send, whatever their shapes.
#pragma once

#include <cstdint>

#include "sim/cells/cell_problem.hpp"

namespace apportion {

/// No division sends or receives less whose parts are connected, not empty and within tolerances() of their shares.
struct VolumeBound {
  std::int64_t volume = 0;   ///< of CellBoundary::volume
  std::int64_t busiest = 0;  ///< of CellBoundary::busiest
};

/// docs/bounds.md has the proof for five points. For nine it takes what is greater, that or twice the bound on the
/// edges. 0 with loads.
[[nodiscard]] VolumeBound volume_bound(const CellProblem& problem);

/// The fewest cells outside of n cells of the plane that have a side in common with one of them: ceil(sqrt(8n - 4)) + 2
/// (Wang & Wang, "Discrete isoperimetric problems", SIAM J. Appl. Math. 32, 1977). 0 for n = 0.
[[nodiscard]] std::int64_t least_border(std::int64_t cells);

}  // namespace apportion

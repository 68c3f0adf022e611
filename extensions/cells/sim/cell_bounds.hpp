// Lower bounds on what a division into whole cells costs; docs/bounds.md has the proofs.
#pragma once

#include "extensions/cells/sim/cell_problem.hpp"

namespace apportion {

/// A lower bound on objective_cost() of every division whose parts are within load_limits() and, if there are as many
/// active cells as processors, not empty. Parts may be in pieces. Where the problem asks for connected parts and has no
/// loads, the bound on elements sent is greater and holds for connected parts only.
[[nodiscard]] double cell_lower_bound(const CellProblem& problem);

/// A lower bound of the greatest load over its share in any division: 1, the heaviest cell over the greatest share,
/// and, if loads are whole, the least limit at which the shares, rounded down after scaling by it, add up to the total
/// load.
[[nodiscard]] double least_over_share(const CellProblem& problem);

/// A lower bound on moved_cells() of all divisions within load_limits(); 0 without a previous division.
[[nodiscard]] std::int64_t least_moved_cells(const CellProblem& problem);

}  // namespace apportion

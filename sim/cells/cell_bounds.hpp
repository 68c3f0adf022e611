// Lower bounds on what a division into whole cells costs; docs/bounds.md has the proofs.
#pragma once

#include "sim/cells/cell_problem.hpp"

namespace apportion {

/// A lower bound on objective_cost() of every division whose parts are within load_limits() and, if there are as many
/// active cells as processors, not empty. Parts may be in pieces. Where the problem asks for connected parts and has no
/// loads, the bound on elements sent is greater and holds for connected parts only.
[[nodiscard]] double cell_lower_bound(const CellProblem& problem);

/// In every division a part has at least so many times its share: once, the heaviest cell over the greatest share, and
/// where loads are whole the least number so that whole loads of no more than that are enough for all.
[[nodiscard]] double least_over_share(const CellProblem& problem);

}  // namespace apportion

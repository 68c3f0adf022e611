// Shares of two sizes within a wide tolerance.
#pragma once

#include <optional>

#include "sim/cells/cell_problem.hpp"

namespace apportion {

/// The problem with other speeds, such that the largest shares are at the upper end of the tolerance and the smallest
/// at the lower one: parts of two sizes have a shorter boundary in all than parts of one. Nothing if that gains less
/// than a hundredth, as at tolerances below 30 % on both sides, and with several maps or limits of memory.
[[nodiscard]] std::optional<CellProblem> with_two_sizes(const CellProblem& problem);

}  // namespace apportion

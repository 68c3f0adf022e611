// Lower bounds on what every division of a block into boxes costs, slicing or not; docs/bounds.md has the proofs.
#pragma once

#include "sim/boxes/division.hpp"

namespace apportion {

/// The least half surface of any part of this volume in a block of these sides, whose shape may be any of axis-parallel
/// faces.
[[nodiscard]] double least_half_surface(double part, const Triple& extent);

/// What every division into boxes of these volumes costs at least; the neighbours of p parts connect them, and so
/// there are p - 1 pairs.
[[nodiscard]] double total_lower_bound(const BoxProblem& problem);

}  // namespace apportion

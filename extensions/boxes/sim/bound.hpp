// Lower bounds on the cost of every division of a block into boxes, slicing or not; docs/bounds.md has the proofs.
#pragma once

#include "extensions/boxes/sim/division.hpp"

namespace apportion {

/// The least half surface of a part of this volume, of any shape with axis-parallel faces, in a block of these
/// sides.
[[nodiscard]] double least_half_surface(double part, const Triple& extent);

/// A lower bound on the cost of every division into boxes of these volumes. The p parts are connected, so that there
/// are at least p - 1 pairs of neighbours.
[[nodiscard]] double total_lower_bound(const BoxProblem& problem);

}  // namespace apportion

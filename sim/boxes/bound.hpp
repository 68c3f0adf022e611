// Lower bounds on what every division of a block into boxes costs, slicing or not; docs/bounds.md has the proofs.
#pragma once

#include "sim/boxes/division.hpp"

namespace apportion {

/// The least half surface of any part of this volume in a block of these sides, whose shape may be any of axis-parallel
/// faces.
[[nodiscard]] double least_half_surface(double part, const Triple& extent);

/// The sum of least half surfaces - half the surface of the block: what parts of any shape cost at least.
[[nodiscard]] double any_shape_surface_bound(const Triple& extent, const std::vector<double>& volumes);

/// The inner surface of every division into boxes of these volumes is at least this: the greatest of the bound for any
/// shapes and those from corners, outer contact and the greatest part. 0 for one box.
[[nodiscard]] double surface_bound(const Triple& extent, const std::vector<double>& volumes);

/// surface_bound() + latency * (p - 1), since the neighbours of p parts connect them.
[[nodiscard]] double total_lower_bound(const BoxProblem& problem);

}  // namespace apportion

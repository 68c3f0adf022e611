// The cuts that a division is made of, as far as it is, so that they can be moved.
#pragma once

#include <vector>

#include "algorithms/cells/mesh_cuts.hpp"

namespace apportion {

/// A tree of straight cuts that is near the division: from the top down each group of parts is cut where, of all
/// sweeps, least load is on the wrong side. Processors without a place take half of the part that has most beyond its
/// share. replayed() with other shares moves the cuts. Some place
/// must have an owner.
[[nodiscard]] SweepTree cuts_of(const Mesh& mesh, const std::vector<double>& shares, const PlaceOwners& owners);

}  // namespace apportion

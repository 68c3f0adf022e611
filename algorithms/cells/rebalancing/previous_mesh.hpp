// A previous division on the mesh of a problem, and a first new one near it.
#pragma once

#include <cstdint>

#include "algorithms/cells/mesh.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// Who has had each place: no_owner where that was nobody, or a processor that has left.
[[nodiscard]] PlaceOwners previous_home(const CellProblem& problem, const Mesh& mesh);

/// Places that somebody has had and that have another owner now.
[[nodiscard]] std::int64_t moved_places(const CellProblem& problem, const Mesh& mesh, const PlaceOwners& owners);

/// The previous owners where they are still there. Processors that had no place take over the parts of those that have
/// left; places of others that have, and new ones, go to the parts beside them, those that lack most first.
[[nodiscard]] PlaceOwners filled(const CellProblem& problem, const Mesh& mesh);

/// The same, with a part of its share for each processor that has none yet, around a place that is drawn.
[[nodiscard]] PlaceOwners settled(const CellProblem& problem, const Mesh& mesh, RandomStream& stream);

}  // namespace apportion

// Which processor takes which part of a division, so that as much as possible stays where it is.
#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/cells/mesh.hpp"

namespace apportion {

constexpr std::size_t most_renamed_parts = 2000;  ///< beyond them parts keep their names: time grows with the cube

/// assignment[row] = column, of least sum of costs[row][column], which are finite: an assignment problem, solved by
/// shortest augmenting paths (Jonker & Volgenant 1987). costs is square. O(n^3).
[[nodiscard]] std::vector<std::size_t> least_assignment(const std::vector<std::vector<double>>& costs);

/// The same parts under names that keep as many places as possible at `home`. A part is given only to a processor whose
/// window its load is in, or keeps its name; with `loosely` to any, though what has to move to bring the load into the
/// window counts against it.
[[nodiscard]] PlaceOwners renamed_parts(const MeshDivision& division, const LoadWindows& windows,
                                        const PlaceOwners& home, bool loosely);

/// Places whose owner is that of `home`.
[[nodiscard]] std::int64_t places_at_home(const PlaceOwners& owners, const PlaceOwners& home);

}  // namespace apportion

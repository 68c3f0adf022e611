// Divisions of arrays in space into boxes with jogs, from which searches start.
#pragma once

#include <vector>

#include "extensions/cells/algorithms/multilevel.hpp"

namespace apportion {

/// The starts are bisections by speeds and by numbers of processors, and the best slicing tree of boxes if all cells
/// are equal, otherwise the shortest of several random trees; loads are within about a cell of their shares. Only the
/// bisections if these are far longer than `found`, as in porous rock.
[[nodiscard]] std::vector<PlaceOwners> box_starts(const MeshLevels<GridMesh<3>>& levels, const MeshAnswer& found,
                                                  RandomStream& stream);

}  // namespace apportion

// Divisions of arrays in space into boxes with jogs, from which searches start.
#pragma once

#include <vector>

#include "algorithms/cells/multilevel.hpp"

namespace apportion {

/// Bisection by the speeds and by the numbers of processors, the best slicing tree of boxes where all cells are alike,
/// and elsewhere the shortest of several drawn trees; all within about a cell of their shares. Only the first two where
/// these are far longer than what was found, as in porous rock.
[[nodiscard]] std::vector<PlaceOwners> box_starts(const MeshLevels<GridMesh<3>>& levels, const MeshAnswer& found,
                                                  RandomStream& stream);

}  // namespace apportion

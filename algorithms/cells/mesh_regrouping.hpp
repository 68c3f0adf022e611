// Groups of neighbouring parts of a mesh divided anew, and minimum cuts between two.
#pragma once

#include <cstddef>

#include "algorithms/cells/mesh_division.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

struct RegroupingSettings {
  double trials_per_part = 0;
  std::size_t largest_group = 4;
  double moves_per_place = 15;  ///< of the annealing of a group, for each of its places at a boundary
  int stencil = 0;              ///< of 5 or 9 points: by elements sent, on a mesh of cells; 0: by the cut
};

/// Large neighbourhoods (Shaw 1998): a few neighbouring parts at random are divided anew by sweeps, annealed and
/// refined, while the others stay. What is worse than before is forgotten.
void regroup(MeshDivision& division, const LoadWindows& windows, const RegroupingSettings& settings,
             RandomStream& stream);

/// Puts the boundary between each two neighbouring parts where it is shortest within a band around it, and loads stay
/// in their windows (after Sanders & Schulz, "Engineering multilevel graph partitioning algorithms", ESA 2011), until
/// no pair gains.
void cut_pairs(MeshDivision& division, const LoadWindows& windows, RandomStream& stream);

}  // namespace apportion

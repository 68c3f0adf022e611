// Simulated annealing of the places at the boundaries of parts.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/cells/attachment.hpp"
#include "algorithms/cells/mesh_division.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

struct AnnealingSettings {
  double heat = 0.6;            ///< at the beginning, in sides of places
  double last_heat = 0.15;      ///< at the end
  double moves_per_place = 50;  ///< tried, for each place at a boundary
  bool stays_inside = false;    ///< no load goes further out of its window
  double balance = 1;           ///< price of a load at the end of its window, in sides of places
  Attachment attachment = {};
};

/// Kirkpatrick, Gelatt & Vecchi 1983, on the cut: a random place at a boundary goes to a part beside it, unless its own
/// part would fall into more pieces around it. Loads have a price by the square of their distances from the shares.
void anneal_cut(MeshDivision& division, const LoadWindows& windows, const AnnealingSettings& settings,
                RandomStream& stream);

/// The same on what a stencil of 5 or 9 points sends, on a mesh of cells, and a tenth of the cut.
void anneal_volume(MeshDivision& division, const LoadWindows& windows, int stencil, const AnnealingSettings& settings,
                   RandomStream& stream);

/// The same, with a price for what parts receive beyond a limit, which falls from that of the busiest part to what
/// `goal` of it is.
void anneal_busiest(MeshDivision& division, const LoadWindows& windows, int stencil, double goal,
                    const AnnealingSettings& settings, RandomStream& stream);

}  // namespace apportion

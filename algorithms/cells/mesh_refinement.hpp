// Refinement of divisions of meshes by single places: passes of moves, balance of several maps of loads, and simulated
// annealing at the boundaries of parts.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/cells/mesh.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

struct Network;  // sim/network/network.hpp

struct Attachment {
  const PlaceOwners* home =
      nullptr;       ///< the owners before, no_owner where it does not matter; nullptr: no price at all
  double price = 0;  ///< of a place that another part has, in sides of cells

  /// What a place pays less where `part` has it.
  [[nodiscard]] double saved(std::size_t place, std::int32_t part) const {
    return home != nullptr && (*home)[place] == part ? price : 0;
  }
};

struct RefinementSettings {
  int passes = 8;            ///< at most
  int least_patience = 200;  ///< moves in a pass since the best state; for many boundary places a part of them, if more
  double patience = 0.5;
  Attachment attachment = {};  ///< gains count it in steps of 1/16 of a side, up to 16 sides
  bool tears = false;          ///< parts may fall into more pieces
  /// How far loads may be beyond their windows within a pass; below 0: a tenth of a line of places through a part.
  double slack = -1;
};

/// Passes of Fiduccia & Mattheyses, "A linear-time heuristic for improving network partitions", DAC 1982, for several
/// parts: the place that gains most moves first, each at most once, also at a loss, and the best state of a pass
/// stays. Better is less excess over the windows, then a shorter cut. Parts do not fall into more pieces, unless that
/// is allowed.
template <class Mesh>
void refine(MeshDivision<Mesh>& division, const LoadWindows& windows, const RefinementSettings& settings,
            RandomStream& stream);

/// Moves places between neighbouring parts until the loads of all maps are in their windows: at a price of the squares
/// of the loads' distances from their shares that grows until it outweighs the cut, so that what one part has too much
/// of passes through those between. Parts stay in as many pieces as they are; where they may be in pieces, places go in
/// the end to the parts that lack most as well. Whether it succeeded.
template <class Mesh>
bool balance_maps(MeshDivision<Mesh>& division, const LoadWindows& windows);

struct AnnealingSettings {
  double heat = 0.6;                         ///< at the beginning, in sides of places
  double last_heat = 0.15;                   ///< at the end
  double moves_per_place = 50;               ///< tried, for each place at a boundary
  bool stays_inside = false;                 ///< no load goes further out of its window
  const std::vector<bool>* fixed = nullptr;  ///< places that stay; nullptr: none
  double balance = 1;                        ///< price of a load at the end of its window, in sides of places
  Attachment attachment = {};
};

/// Kirkpatrick, Gelatt & Vecchi 1983, on the cut: a random place at a boundary goes to a part beside it, unless its own
/// part would fall into more pieces around it. Loads have a price by the square of their distances from the shares.
template <class Mesh>
void anneal_cut(MeshDivision<Mesh>& division, const LoadWindows& windows, const AnnealingSettings& settings,
                RandomStream& stream);

/// The same on what a stencil sends, on a mesh of cells, and a tenth of the cut.
template <class Mesh>
void anneal_volume(MeshDivision<Mesh>& division, const LoadWindows& windows, int stencil,
                   const AnnealingSettings& settings, RandomStream& stream);

/// The same, with a price for what parts receive beyond a limit, which falls from that of the busiest part to what
/// `goal` of it is.
template <class Mesh>
void anneal_busiest(MeshDivision<Mesh>& division, const LoadWindows& windows, int stencil, double goal,
                    const AnnealingSettings& settings, RandomStream& stream);

/// The same on a norm of how long each link of a network is busy with what a stencil sends, in units of an element on
/// the busiest one, and three tenths of what anneal_volume() goes by. Messages without a route cost nothing.
void anneal_on_network(MeshDivision<GridMesh<2>>& division, const LoadWindows& windows, int stencil,
                       const Network& network, const AnnealingSettings& settings, RandomStream& stream);

}  // namespace apportion

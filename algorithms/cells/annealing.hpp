// Simulated annealing at the boundaries of parts, and balance of several maps of loads.
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

/// Moves places between neighbouring parts until the loads of all maps are in their windows: at a price of the squares
/// of the loads' distances from their shares that grows until it outweighs the cut, so that what one part has too much
/// of passes through those between. Parts stay in as many pieces as they are; where they may be in pieces, places go in
/// the end to the parts that lack most as well. Whether it succeeded.
template <class Mesh>
bool balance_maps(MeshDivision<Mesh>& division, const LoadWindows& windows);

struct AnnealingSettings {
  double heat = 0.6;                         ///< at the beginning, in sides of places, or elements
  double last_heat = 0.15;                   ///< at the end
  double moves_per_place = 50;               ///< tried, for each place at a boundary
  bool stays_inside = false;                 ///< no load goes further out of its window
  const std::vector<bool>* fixed = nullptr;  ///< places that stay; nullptr: none
  double balance = 1;                        ///< price of a load at the end of its window, in sides of places
  Attachment attachment = {};
  // Of anneal_objective() alone:
  std::int64_t moves = 0;  ///< tried in all
  double excess = 0.6;     ///< price of the load of a mean cell outside of a window, in units of the objective
  double sides = 0;        ///< price of a side, of elements sent
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

/// The same by the problem's objective itself, with latency and load_limits(), on a mesh of cells. Parts do not fall
/// into more pieces where the problem asks for connected ones, nor beyond their memory. What stays is the best state on
/// the way: of least load outside of the limits, then of least cost; the one before if none is better.
template <class Mesh>
void anneal_objective(MeshDivision<Mesh>& division, const CellProblem& problem, const AnnealingSettings& settings,
                      RandomStream& stream);

}  // namespace apportion

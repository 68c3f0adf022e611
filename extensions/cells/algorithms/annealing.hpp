// Simulated annealing at the boundaries of parts, and balance of several maps of loads.
#pragma once

#include <cstdint>
#include <vector>

#include "extensions/cells/algorithms/mesh.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

struct Network;  // sim/network/network.hpp

struct Attachment {
  const PlaceOwners* home = nullptr;  ///< the previous owners; no_owner or nullptr: there is no price
  double price = 0;                   ///< the price of a place with another owner, in sides of cells

  /// The price that a place saves if `part` owns it.
  [[nodiscard]] double saved(std::size_t place, std::int32_t part) const {
    return home != nullptr && (*home)[place] == part ? price : 0;
  }
};

/// Moves places between neighbouring parts until the loads of all maps are in their windows. The price of the loads'
/// squared distances from their shares grows until it outweighs the cut, so that surplus load passes through the parts
/// between. Parts do not fall into more pieces; where that is allowed, places finally go to the parts that lack most as
/// well. Returns whether it succeeded.
template <class Mesh>
bool balance_maps(MeshDivision<Mesh>& division, const LoadWindows& windows);

struct AnnealingSettings {
  int stencil = 0;  ///< its points, on a mesh of cells: anneals the elements that it sends, plus a tenth of the cut
  /// If not 0, elements that a part receives beyond a limit have a further price. The limit falls from those of the
  /// busiest part to this times that.
  double goal = 0;
  double heat = 0.6;                         ///< the first temperature, in sides of places, or elements
  double last_heat = 0.15;                   ///< the last temperature
  double moves_per_place = 50;               ///< tries for each place at a boundary
  bool stays_inside = false;                 ///< no load moves further out of its window
  const std::vector<bool>* fixed = nullptr;  ///< places that must not move; nullptr: none
  double balance = 1;                        ///< the price of a load at the end of its window, in sides of places
  Attachment attachment = {};
  // For anneal_objective() only:
  std::int64_t moves = 0;  ///< tries in all; in space as many fewer as places are left out
  double excess = 0.6;     ///< the price of a mean cell's load outside of a window, in units of the objective
  double sides = 0;        ///< the price of a side, for elements sent
  /// If not 0, the least imbalance decides between best states: the price of the square of a mean cell's load off an
  /// average share, in units of the objective, and of the same part of other shares. For one map of loads.
  double evenness = 0;
};

/// Simulated annealing (Kirkpatrick, Gelatt & Vecchi 1983) of the cut, or of the elements of a stencil: a random place
/// at a boundary goes to a part beside it, unless its own part would fall into more pieces around it. Loads have a
/// price by the square of their distances from the shares.
template <class Mesh>
void anneal(MeshDivision<Mesh>& division, const LoadWindows& windows, const AnnealingSettings& settings,
            RandomStream& stream);

/// As anneal(), for a norm of the times for which links of a network are busy with the elements of the stencil, in
/// units of an element on the busiest link, plus 0.3 times the price of these elements. Messages without a route cost
/// nothing.
void anneal_on_network(MeshDivision<GridMesh<2>>& division, const LoadWindows& windows, const Network& network,
                       const AnnealingSettings& settings, RandomStream& stream);

/// As anneal(), for the problem's objective with latency and load_limits(), on a mesh of cells. Parts do not fall
/// into more pieces if the problem asks for connected ones, nor exceed their memory. The result is the best state: with
/// least load outside of the limits, then least cost; the first state if none is better.
template <class Mesh>
void anneal_objective(MeshDivision<Mesh>& division, const CellProblem& problem, const AnnealingSettings& settings,
                      RandomStream& stream);

}  // namespace apportion

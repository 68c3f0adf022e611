// The active cells of an array as a mesh, coarser meshes of 2 x 2 places each (in space 2 x 2 x 2), and divisions of a
// mesh while they change: loads of parts, cut, connected pieces, distances from the windows, and flows of load.
//
// Functions of a `Mesh` or a `MeshDivision` are templates for grids with 2 and 3 axes and for graphs of connected
// pieces, which are the coarser meshes in space; they are instantiated in their .cpp files. They need size(), load,
// around(), sides() and hangs_together_around() of a mesh; only sweeps, runs of places, groups cut out of a mesh and
// coarser meshes need positions in a grid.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "extensions/cells/algorithms/piece_graph.hpp"
#include "extensions/cells/sim/cell_problem.hpp"
#include "extensions/cells/sim/mesh_grid.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {

constexpr std::int64_t most_mesh_cells = 30'000'000;

/// A mesh of places in a grid; those of its border have no owner. A place is a cell, or a square or cube of cells; its
/// load is 0 if none of its cells is active.
template <std::size_t Axes>
struct GridMesh : MeshGrid<Axes> {
  using Coarse = std::conditional_t<Axes == 2, GridMesh<2>, PieceGraph>;  ///< the type of coarser meshes

  std::vector<double> load = {};
  MapLoads maps = {};
  /// Along each axis, the pairs of active cells with a common side, one in this place and one in the next.
  std::array<std::vector<std::int32_t>, Axes> next = {};
  double total = 0;
  double greatest = 0;      ///< the greatest load of a place
  std::int64_t active = 0;  ///< places with a load

  GridMesh() = default;
  /// A mesh without loads.
  explicit GridMesh(const typename MeshGrid<Axes>::Position& lengths) : MeshGrid<Axes>{lengths} {
    load.assign(this->all_places(), 0);
    for (std::vector<std::int32_t>& sides : next) sides.assign(this->all_places(), 0);
  }

  [[nodiscard]] std::size_t size() const { return load.size(); }
  [[nodiscard]] bool is_active(std::size_t place) const { return load[place] > 0; }
  /// The common sides with each of around(), for places that are not on the border.
  [[nodiscard]] std::array<std::int32_t, 2 * Axes> sides(std::size_t place) const {
    const auto around = this->around(place);
    if constexpr (Axes == 2)
      return {next[1][place], next[1][around[1]], next[0][place], next[0][around[3]]};
    else
      return {next[2][place],     next[2][around[1]], next[1][place],
              next[1][around[3]], next[0][place],     next[0][around[5]]};
  }
};

/// Owners of places; no_owner for places that are not active, and on the border.
using PlaceOwners = std::vector<std::int32_t>;

/// Whether places have positions that determine rows and neighbours.
template <class Mesh>
constexpr bool is_grid = !std::is_same_v<Mesh, PieceGraph>;

/// Whether the mesh is made from an array of rows and columns.
template <class Mesh>
bool is_in_plane(const Mesh& mesh) {
  if constexpr (is_grid<Mesh>)
    return Mesh::axes == 2;
  else
    return mesh.in_plane;
}

/// The side of a square, in space of a cube, with this number of places of the mesh.
template <class Mesh>
double side_in(const Mesh& mesh, double places) {
  return is_in_plane(mesh) ? side_of<2>(places) : side_of<3>(places);
}

/// Sets the sums over the loads of places.
template <class Mesh>
void sum_up(Mesh& mesh) {
  for (const double load : mesh.load) {
    mesh.total += load;
    mesh.greatest = std::max(mesh.greatest, load);
    mesh.active += load > 0 ? 1 : 0;
  }
}

/// Sets the sides of a mesh whose places are cells: each has one common side with each one beside it.
template <class Mesh>
void join_cells(Mesh& mesh);

/// InputError, naming the algorithm, above most_mesh_cells cells.
void require_mesh(const CellProblem& problem, const char* algorithm);
/// The mesh of a problem; in space with three axes. InputError as of require_mesh().
template <std::size_t Axes = 2>
[[nodiscard]] GridMesh<Axes> mesh_of(const CellProblem& problem, const char* algorithm);
/// visit() of the mesh of a problem. InputError as of require_mesh().
template <class Visit>
auto with_mesh(const CellProblem& problem, const char* algorithm, Visit visit) {
  return problem.in_space() ? visit(mesh_of<3>(problem, algorithm)) : visit(mesh_of<2>(problem, algorithm));
}
/// In the plane; for the coarser meshes in space see joined_blocks().
[[nodiscard]] GridMesh<2> coarser(const GridMesh<2>& mesh);

/// Owners on a mesh: those of the coarser mesh's places that contain its places.
[[nodiscard]] PlaceOwners refined(const GridMesh<2>& mesh, const GridMesh<2>& coarse, const PlaceOwners& owners);
template <class Mesh>
[[nodiscard]] PlaceOwners refined(const Mesh& mesh, const PieceGraph& coarse, const PlaceOwners& owners);
/// Owners on the coarser mesh: in each place the owner with the greatest load.
[[nodiscard]] PlaceOwners coarsened(const GridMesh<2>& mesh, const GridMesh<2>& coarse, const PlaceOwners& owners);
template <class Mesh>
[[nodiscard]] PlaceOwners coarsened(const Mesh& mesh, const PieceGraph& coarse, const PlaceOwners& owners);

/// The numbers of all cells of a problem on the places of its mesh; no_owner on the border.
template <std::size_t Axes>
[[nodiscard]] std::vector<std::int32_t> on_places(const GridMesh<Axes>& mesh, const std::vector<std::int32_t>& cells);
/// The division with these owners on the mesh of the problem, and back.
template <std::size_t Axes>
[[nodiscard]] Decomposition division_of(const CellProblem& problem, const GridMesh<Axes>& mesh,
                                        const PlaceOwners& owners);
template <std::size_t Axes>
[[nodiscard]] PlaceOwners place_owners(const CellProblem& problem, const GridMesh<Axes>& mesh,
                                       const Decomposition& division);

/// The allowed loads of parts.
struct LoadWindows {
  std::vector<double> share = {};
  std::vector<double> least = {};
  std::vector<double> most = {};
  /// The windows of each map, if there are several. All have these shares, and only the excess over these windows
  /// counts.
  std::vector<LoadWindows> maps = {};
  bool tears = false;  ///< whether parts may be in pieces

  /// How far a load of this part is outside of its window.
  [[nodiscard]] double excess_of(double load, std::int32_t part) const {
    const auto i = static_cast<std::size_t>(part);
    return std::max(std::max(load - most[i], least[i] - load), 0.0);
  }
};

/// load_limits() of the problem, or of each map if there are several, but no more than the memory holds.
[[nodiscard]] LoadWindows load_windows(const CellProblem& problem, double imbalance);

/// The windows of some of the parts, in this order.
[[nodiscard]] LoadWindows windows_of(const LoadWindows& windows, const std::vector<std::int32_t>& parts);

/// load_windows() without memory limits.
[[nodiscard]] LoadWindows exact_windows(const CellProblem& problem, double imbalance);

/// The windows widened to at least `width` on either side.
[[nodiscard]] LoadWindows widened(const LoadWindows& windows, double width);

/// The connected pieces of all active places. Places that share a corner only are not connected.
struct Seas {
  std::vector<double> loads = {};
  /// The sea of each place, no_owner if it is not active; empty if there is at most one sea.
  std::vector<std::int32_t> of_place = {};

  [[nodiscard]] std::size_t count() const { return loads.size(); }
};

template <class Mesh>
[[nodiscard]] Seas seas_of(const Mesh& mesh);

struct PieceCount {
  std::int64_t pieces = 0;  ///< connected pieces of all parts
  std::int64_t torn = 0;    ///< pieces minus the pairs of a part and a sea in which it has places
};

/// On a mesh of cells, the other owners within a stencil around a place, which receive it.
template <class Mesh>
struct Receivers {
  std::array<std::int32_t, Mesh::most_around> parts = {};
  std::size_t count = 0;
};

/// The neighbours of parts, and their boundaries.
struct PartNeighbourhood {
  std::vector<std::vector<std::int32_t>> parts = {};      ///< [part] its neighbours
  std::vector<std::vector<std::size_t>> boundaries = {};  ///< [part] its places beside another part
};

using PartPair = std::pair<std::int32_t, std::int32_t>;

template <class Mesh>
class MeshDivision {
 public:
  MeshDivision(const Mesh& mesh, std::size_t parts, PlaceOwners owners);

  [[nodiscard]] const Mesh& mesh() const { return *mesh_; }
  [[nodiscard]] std::size_t parts() const { return loads_.size(); }
  [[nodiscard]] const PlaceOwners& owners() const { return owners_; }
  [[nodiscard]] std::int32_t owner(std::size_t place) const { return owners_[place]; }
  [[nodiscard]] double load(std::int32_t part) const { return loads_[static_cast<std::size_t>(part)]; }
  /// The loads of a part in each map, if there are several.
  [[nodiscard]] std::span<const double> map_loads(std::int32_t part) const {
    return map_loads_.at(static_cast<std::size_t>(part));
  }
  [[nodiscard]] std::int64_t places(std::int32_t part) const { return places_[static_cast<std::size_t>(part)]; }

  /// The sides between a place and those around it that belong to a part.
  [[nodiscard]] std::int32_t sides_to(std::size_t place, std::int32_t part) const;
  /// By how much the cut decreases if the place goes to another part.
  [[nodiscard]] std::int32_t gain(std::size_t place, std::int32_t part) const {
    const std::int32_t own = owners_[place];
    const auto around = mesh_->around(place);
    const auto sides = mesh_->sides(place);
    std::int32_t sum = 0;
    for (std::size_t k = 0; k < around.size(); ++k) {
      const std::int32_t other = owners_[around[k]];
      sum += other == part ? sides[k] : other == own ? -sides[k] : 0;
    }
    return sum;
  }
  /// Whether its part has other places, and does not fall into more pieces around the place without it.
  [[nodiscard]] bool may_leave(std::size_t place) const;
  /// As above; if parts may be torn, only whether its part has other places.
  [[nodiscard]] bool may_leave(std::size_t place, bool tears) const {
    return tears ? places(owner(place)) > 1 : may_leave(place);
  }
  /// Whether a place of another part is beside it.
  [[nodiscard]] bool is_at_boundary(std::size_t place) const {
    const std::int32_t own = owners_[place];
    if (own == no_owner) return false;  // places at the mesh's border have no places around them
    bool found = false;
    for (const std::size_t other : mesh_->around(place)) found |= owners_[other] != own && owners_[other] != no_owner;
    return found;
  }

  void move(std::size_t place, std::int32_t part);

  /// How far the loads of a part would be outside of its windows with a place added `times` (1, or -1 to remove it).
  [[nodiscard]] double excess_with(const LoadWindows& windows, std::int32_t part, std::size_t place,
                                   double times) const {
    if (mesh_->maps.count == 0) return windows.excess_of(load(part) + times * mesh_->load[place], part);
    const std::span<const double> loads = map_loads(part);
    const std::span<const double> more = mesh_->maps.at(place);
    double sum = 0;
    for (std::size_t map = 0; map < loads.size(); ++map)
      sum += windows.maps[map].excess_of(loads[map] + times * more[map], part);
    return sum;
  }
  /// How far the loads of a part are outside of its windows.
  [[nodiscard]] double excess_of(const LoadWindows& windows, std::int32_t part) const {
    if (mesh_->maps.count == 0) return windows.excess_of(load(part), part);
    const std::span<const double> loads = map_loads(part);
    double sum = 0;
    for (std::size_t map = 0; map < loads.size(); ++map) sum += windows.maps[map].excess_of(loads[map], part);
    return sum;
  }
  /// The sum over parts of how far loads are outside of the windows.
  [[nodiscard]] double excess(const LoadWindows& windows) const;
  /// The number of sides between places of different parts.
  [[nodiscard]] std::int64_t cut() const;

  /// The places for which is_at_boundary() is true, ascending.
  [[nodiscard]] std::vector<std::size_t> boundary_places() const;
  /// Updates `boundary` after some places have moved.
  void update_boundary(const std::vector<std::size_t>& moved, std::vector<std::size_t>& boundary) const;
  [[nodiscard]] PartNeighbourhood neighbourhood_of(const std::vector<std::size_t>& boundary) const;
  /// `seas` has the sea of each place, or is empty if there is only one.
  [[nodiscard]] PieceCount count_pieces(const std::vector<std::int32_t>& seas) const;
  [[nodiscard]] std::int64_t pieces() const { return count_pieces({}).pieces; }

  /// Moves places with about this load from one part to another. `near` may be from before earlier moves. Returns the
  /// places that moved.
  std::vector<std::size_t> move_between(const PartNeighbourhood& near, PartPair pair, double amount);
  /// Moves places between parts until all loads are in their windows: along paths in the graph of neighbouring parts,
  /// the places that cost least first, and to other parts if there is no path. Along paths parts do not fall into more
  /// pieces. For several maps of loads see balance_maps(). Returns whether it succeeded.
  bool rebalance(const LoadWindows& windows);
  /// Gives each piece of a part, except its greatest in each sea, to the part with the longest boundary to it. Pieces
  /// that border on no part remain.
  void join_pieces();
  /// Moves seas that belong to one part to other parts as long as that brings loads nearer to their windows, which cuts
  /// nothing. Returns whether any was moved.
  bool give_whole_seas(const LoadWindows& windows);

 private:
  const Mesh* mesh_;
  PlaceOwners owners_;
  std::vector<double> loads_;
  MapLoads map_loads_;  // loads of the parts
  std::vector<std::int64_t> places_;
};

/// The number of unordered pairs of parts with a common side.
template <std::size_t Axes>
[[nodiscard]] std::int64_t neighbouring_pairs(const MeshDivision<GridMesh<Axes>>& division);

/// The receivers of a place as if `moved` belonged to `owner`.
template <std::size_t Axes>
[[nodiscard]] Receivers<GridMesh<Axes>> receivers_of(const MeshDivision<GridMesh<Axes>>& division,
                                                     const MeshStencil<Axes>& stencil, std::size_t place,
                                                     std::size_t moved, std::int32_t owner);

/// On a mesh of cells, the elements that each part receives in a sweep of a stencil.
template <std::size_t Axes>
[[nodiscard]] std::vector<std::int64_t> received_by_parts(const MeshDivision<GridMesh<Axes>>& division, int stencil);

}  // namespace apportion

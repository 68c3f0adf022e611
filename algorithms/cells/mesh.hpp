// The active cells of an array as a mesh, coarser meshes of 2 x 2 places each, and divisions of a mesh while they
// change: loads of parts, cut, and how far parts are from where they should be.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/cells/cell_problem.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {

constexpr std::int64_t most_mesh_cells = 30'000'000;

/// Places lie in rows, with a border of places without an owner. A place is a cell, or a square of cells; its load is 0
/// if no cell of it is active.
struct Mesh {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<double> load = {};
  // Pairs of active cells with a common side, one in this place and one in the place to the right, or below.
  std::vector<std::int32_t> right = {};
  std::vector<std::int32_t> below = {};
  double total = 0;
  double greatest = 0;      ///< load of a place
  std::int64_t active = 0;  ///< places with a load

  [[nodiscard]] std::int64_t stride() const { return columns + 2; }
  [[nodiscard]] std::size_t at(std::int64_t row, std::int64_t column) const {
    return static_cast<std::size_t>((row + 1) * stride() + column + 1);
  }
  [[nodiscard]] std::size_t size() const { return load.size(); }
  [[nodiscard]] bool is_active(std::size_t place) const { return load[place] > 0; }
  /// The places to the right, to the left, below and above.
  [[nodiscard]] std::array<std::size_t, 4> around(std::size_t place) const {
    const auto line = static_cast<std::size_t>(stride());
    return {place + 1, place - 1, place + line, place - line};
  }
  /// The sides in common with each of around(). Only of places that are not on the border.
  [[nodiscard]] std::array<std::int32_t, 4> sides(std::size_t place) const {
    const auto line = static_cast<std::size_t>(stride());
    return {right[place], right[place - 1], below[place], below[place - line]};
  }
};

/// On a mesh of cells, the places around one that a stencil of 5 or 9 points reads.
class MeshStencil {
 public:
  MeshStencil(const Mesh& mesh, int points) : count_(points == 5 ? 4 : 8) {
    const auto line = static_cast<std::ptrdiff_t>(mesh.stride());
    steps_ = {1, -1, line, -line, line + 1, line - 1, 1 - line, -1 - line};
  }

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t at(std::size_t place, std::size_t k) const {
    return place + static_cast<std::size_t>(steps_[k]);
  }

 private:
  std::array<std::ptrdiff_t, 8> steps_{};
  std::size_t count_;
};

/// Owners of places; no_owner for places that are not active, and on the border.
using PlaceOwners = std::vector<std::int32_t>;

/// Nobody's places.
[[nodiscard]] Mesh empty_mesh(std::int64_t rows, std::int64_t columns);

/// Sets what follows from the loads of single places.
void sum_up(Mesh& mesh);

/// InputError, naming the algorithm, above most_mesh_cells cells.
[[nodiscard]] Mesh mesh_of(const CellProblem& problem, const char* algorithm);
[[nodiscard]] Mesh coarser(const Mesh& mesh);

/// Each place of a mesh has the owner of the place of the coarser mesh that it lies in.
[[nodiscard]] PlaceOwners refined(const Mesh& mesh, const Mesh& coarse, const PlaceOwners& owners);

/// Each place of the coarser mesh has the owner with the greatest load in it.
[[nodiscard]] PlaceOwners coarsened(const Mesh& mesh, const Mesh& coarse, const PlaceOwners& owners);

/// Owners on the mesh of the problem as a division, and back.
[[nodiscard]] Decomposition division_of(const CellProblem& problem, const Mesh& mesh, const PlaceOwners& owners);
[[nodiscard]] PlaceOwners place_owners(const CellProblem& problem, const Mesh& mesh, const Decomposition& division);

/// What loads of parts may be.
struct LoadWindows {
  std::vector<double> share = {};
  std::vector<double> least = {};
  std::vector<double> most = {};
};

/// The shares of the problem, with this much of a share, or a greatest cell if that is more, on either side, but no
/// more than the memory holds.
[[nodiscard]] LoadWindows load_windows(const CellProblem& problem, double imbalance);

/// On either side at least `width`.
[[nodiscard]] LoadWindows widened(const LoadWindows& windows, double width);

class MeshDivision {
 public:
  MeshDivision(const Mesh& mesh, std::size_t parts, PlaceOwners owners);

  [[nodiscard]] const Mesh& mesh() const { return *mesh_; }
  [[nodiscard]] std::size_t parts() const { return loads_.size(); }
  [[nodiscard]] const PlaceOwners& owners() const { return owners_; }
  [[nodiscard]] std::int32_t owner(std::size_t place) const { return owners_[place]; }
  [[nodiscard]] double load(std::int32_t part) const { return loads_[static_cast<std::size_t>(part)]; }
  [[nodiscard]] std::int64_t places(std::int32_t part) const { return places_[static_cast<std::size_t>(part)]; }

  /// The sides between a place and those of a part around it.
  [[nodiscard]] std::int32_t sides_to(std::size_t place, std::int32_t part) const;
  /// By how much the cut shrinks if the place goes to another part.
  [[nodiscard]] std::int32_t gain(std::size_t place, std::int32_t part) const {
    const std::int32_t own = owners_[place];
    const std::array<std::size_t, 4> around = mesh_->around(place);
    const std::array<std::int32_t, 4> sides = mesh_->sides(place);
    std::int32_t sum = 0;
    for (std::size_t k = 0; k < around.size(); ++k) {
      const std::int32_t other = owners_[around[k]];
      sum += other == part ? sides[k] : other == own ? -sides[k] : 0;
    }
    return sum;
  }
  /// Whether its part has other places, which hang together around the place no worse without it.
  [[nodiscard]] bool may_leave(std::size_t place) const;
  /// Whether a place of another part is beside it.
  [[nodiscard]] bool is_at_boundary(std::size_t place) const {
    const std::int32_t own = owners_[place];
    if (own == no_owner) return false;  // places at the mesh's edge have no places around them
    bool found = false;
    for (const std::size_t other : mesh_->around(place)) found |= owners_[other] != own && owners_[other] != no_owner;
    return found;
  }

  void move(std::size_t place, std::int32_t part);

  /// Sum of what the loads are outside of the windows.
  [[nodiscard]] double excess(const LoadWindows& windows) const;
  [[nodiscard]] static double excess_of(double load, const LoadWindows& windows, std::int32_t part) {
    const auto i = static_cast<std::size_t>(part);
    return std::max(std::max(load - windows.most[i], windows.least[i] - load), 0.0);
  }
  /// Sides between places of different parts.
  [[nodiscard]] std::int64_t cut() const;

 private:
  const Mesh* mesh_;
  PlaceOwners owners_;
  std::vector<double> loads_;
  std::vector<std::int64_t> places_;
};

/// Places of which is_at_boundary() is true, ascending.
[[nodiscard]] std::vector<std::size_t> boundary_places(const MeshDivision& division);

/// Makes `boundary` what it is once some places have moved.
void update_boundary(const MeshDivision& division, const std::vector<std::size_t>& moved,
                     std::vector<std::size_t>& boundary);

/// Connected pieces of all parts.
[[nodiscard]] std::int64_t pieces(const MeshDivision& division);

/// Unordered pairs of parts with a common side.
[[nodiscard]] std::int64_t neighbouring_pairs(const MeshDivision& division);

/// On a mesh of cells, the other owners within a stencil of 5 or 9 points around a place, which receive it.
struct Receivers {
  std::array<std::int32_t, 8> parts = {};
  std::size_t count = 0;
};

[[nodiscard]] Receivers receivers_of(const MeshDivision& division, std::size_t place, int stencil);

/// On a mesh of cells, the elements that each part receives in a sweep of a stencil of 5 or 9 points.
[[nodiscard]] std::vector<std::int64_t> received_by_parts(const MeshDivision& division, int stencil);

/// Gives each piece of a part but its greatest to the part that it has the longest boundary with. Pieces that border on
/// no part stay, and so do great ones in a sea with more load than a share, which several parts have to divide.
void join_pieces(MeshDivision& division);

/// Which parts are neighbours, and where.
struct PartNeighbourhood {
  std::vector<std::vector<std::int32_t>> parts = {};      ///< beside each part
  std::vector<std::vector<std::size_t>> boundaries = {};  ///< places of each part beside another one
};

[[nodiscard]] PartNeighbourhood neighbourhood_of(const MeshDivision& division,
                                                 const std::vector<std::size_t>& boundary);

using PartPair = std::pair<std::int32_t, std::int32_t>;

/// Moves places with about this much load from a part to another one. `near` is from before this move or earlier ones.
/// Returns the places that moved.
std::vector<std::size_t> move_between(MeshDivision& division, const PartNeighbourhood& near, PartPair pair,
                                      double amount);

/// Moves places between parts until all loads are in their windows: along paths in the graph of neighbouring parts, the
/// places that cost least first, and to parts that are no neighbours where there is no path. Parts stay in as many
/// pieces as they are where there are paths. Whether it succeeded.
bool rebalance(MeshDivision& division, const LoadWindows& windows);

}  // namespace apportion

// A division of a mesh while it changes: loads of parts, cut, and how far parts are from where they should be.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/cells/mesh.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {

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
    if (own == no_owner) return false;  // places at the mesh's edge have none around them
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
/// nobody stay, and so do great ones in a sea with more load than a share, which several parts have to divide.
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

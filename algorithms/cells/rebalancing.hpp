// Divisions near a previous one: its places, its cuts moved, parts renamed, and the best of these, for 2 and 3 axes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/cells/cell_algorithm.hpp"
#include "algorithms/cells/mesh.hpp"
#include "algorithms/cells/mesh_cuts.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// The previous owner of each place, which are given in the order of the mesh: no_owner where there was no owner, or a
/// processor that has left.
template <class Mesh>
[[nodiscard]] PlaceOwners previous_home(const CellProblem& problem, const Mesh& mesh);

/// Places that somebody has had and that have another owner now.
template <class Mesh>
[[nodiscard]] std::int64_t moved_places(const CellProblem& problem, const Mesh& mesh, const PlaceOwners& owners);

/// The previous owners where they are still there. Processors that had no place take over the parts of those that have
/// left; places of others that have, and new ones, go to the parts beside them, those that lack most first.
template <class Mesh>
[[nodiscard]] PlaceOwners filled(const CellProblem& problem, const Mesh& mesh);

/// The same, with a part of its share for each processor that has no place yet, around a place that is drawn.
template <class Mesh>
[[nodiscard]] PlaceOwners settled(const CellProblem& problem, const Mesh& mesh, RandomStream& stream);

/// A tree of straight cuts that is near the division: from the top down each group of parts is cut where, of all
/// sweeps, least load is on the wrong side. Processors without a place take half of the part that has most beyond its
/// share. replayed() with other shares moves the cuts. Some place
/// must have an owner.
template <class Mesh>
[[nodiscard]] SweepTree<Mesh::axes> cuts_of(const Mesh& mesh, const std::vector<double>& shares,
                                            const PlaceOwners& owners);

constexpr std::size_t most_renamed_parts = 2000;  ///< beyond them parts keep their names: time grows with the cube

/// assignment[row] = column, of least sum of costs[row][column], which are finite: an assignment problem, solved by
/// shortest augmenting paths (Jonker & Volgenant 1987). costs is square. O(n^3).
[[nodiscard]] std::vector<std::size_t> least_assignment(const std::vector<std::vector<double>>& costs);

/// The same parts under names that keep as many places as possible at `home`. A part is given only to a processor whose
/// window its load is in, or keeps its name; with `loosely` to any, though what has to move to bring the load into the
/// window counts against it.
template <class Mesh>
[[nodiscard]] PlaceOwners renamed_parts(const MeshDivision<Mesh>& division, const LoadWindows& windows,
                                        const PlaceOwners& home, bool loosely);

/// Places whose owner is that of `home`.
[[nodiscard]] std::int64_t places_at_home(const PlaceOwners& owners, const PlaceOwners& home);

/// The ways from a previous division to new ones.
enum class RebalancingMethod : std::uint8_t {
  all,      ///< the best of these, at the price of the problem
  renamed,  ///< the best new division under the names that keep most where it is
  cuts,     ///< the cuts of the previous division, moved
  refined   ///< the previous division, its loads brought into balance, refined with the price of leaving it
};

[[nodiscard]] inline bool needs_fresh(RebalancingMethod method) {
  return method == RebalancingMethod::all || method == RebalancingMethod::renamed;
}

/// Of divisions as good in balance, empty parts and pieces the one of the least cost_with_migration(), with the curve
/// of those that no other one found beats in both cells moved and objective. `fresh` answers the problem as if nothing
/// had to move, where the method needs_fresh(). The problem has a previous division. InputError, naming the algorithm,
/// above most_mesh_cells cells.
[[nodiscard]] CellSolution rebalanced(const CellProblem& problem, const Decomposition& fresh, RebalancingMethod method,
                                      const char* algorithm, RandomStream& stream);

}  // namespace apportion

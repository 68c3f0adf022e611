// Divisions near a previous one, for 2 and 3 axes: its places refined, parts of a new one renamed, and the best of
// these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "extensions/cells/algorithms/cell_algorithm.hpp"
#include "extensions/cells/algorithms/mesh.hpp"
#include "extensions/cells/algorithms/mesh_cuts.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// The previous owner of each place of the mesh; no_owner if there was none or its processor was removed.
template <class Mesh>
[[nodiscard]] PlaceOwners previous_home(const CellProblem& problem, const Mesh& mesh);

/// The number of places that had an owner and now have another one.
template <class Mesh>
[[nodiscard]] std::int64_t moved_places(const CellProblem& problem, const Mesh& mesh, const PlaceOwners& owners);

/// The previous owners that still exist. Processors without a place take over the parts of removed ones; other places
/// of removed processors, and new ones, go to the parts beside them, those that lack most first.
template <class Mesh>
[[nodiscard]] PlaceOwners filled(const CellProblem& problem, const Mesh& mesh);

/// filled() with a part around a random place, up to its share, for each processor that had no place.
template <class Mesh>
[[nodiscard]] PlaceOwners settled(const CellProblem& problem, const Mesh& mesh, RandomStream& stream);

/// A tree of straight cuts near the division: from the top down each group of parts is cut by the sweep with the least
/// load on the wrong side. Processors without a place take half of the part that exceeds its share most. replayed()
/// with other shares moves the cuts. At least one place must have an owner.
template <class Mesh>
[[nodiscard]] SweepTree<Mesh::axes> cuts_of(const Mesh& mesh, const std::vector<double>& shares,
                                            const PlaceOwners& owners);

constexpr std::size_t most_renamed_parts = 2000;  ///< with more, parts keep their names: the time grows with the cube

/// The assignment[row] = column of least sum of costs[row][column], by shortest augmenting paths (Jonker & Volgenant
/// 1987). The costs are finite, and the matrix is square. O(n^3).
[[nodiscard]] std::vector<std::size_t> least_assignment(const std::vector<std::vector<double>>& costs);

/// The parts renamed so that as many places as possible stay at `home`. A part keeps its name, or goes to a processor
/// whose window contains its load; with `loosely` to any, at the price of the load outside of the window.
template <class Mesh>
[[nodiscard]] PlaceOwners renamed_parts(const MeshDivision<Mesh>& division, const LoadWindows& windows,
                                        const PlaceOwners& home, bool loosely);

/// The number of places whose owner is that of `home`.
[[nodiscard]] std::int64_t places_at_home(const PlaceOwners& owners, const PlaceOwners& home);

/// The division of least cost_with_migration() among those of equally good balance, empty parts and pieces, with the
/// Pareto front of moved cells and objective as its curve. `fresh`, the answer without a previous division, is renamed
/// so that most places keep their owners. With `refine` the previous division, balanced, its cuts moved, and the
/// renamed one are also refined at several prices of moves. The problem must have a previous division. InputError,
/// naming BEST, above most_mesh_cells cells.
[[nodiscard]] CellSolution rebalanced(const CellProblem& problem, const Decomposition& fresh, bool refine,
                                      RandomStream& stream);

}  // namespace apportion

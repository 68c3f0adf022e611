// Recursive bisection of a mesh by straight sweeps in several directions, some of them diagonal; groups of neighbouring
// parts divided anew, and minimum cuts between two.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/cells/mesh.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// What a cut between two sides costs.
enum class CutPrice : std::uint8_t {
  sides,    ///< sides of cells between them
  elements  ///< places with a side in common with the other side of the cut: what a stencil of five points sends
};

struct SweepSettings {
  CutPrice price = CutPrice::sides;
  double noise = 0.5;  ///< by how much a price may be multiplied, at most, at random
};

/// How places are swept: in ascending order of down * row + right * column.
struct SweepDirection {
  std::int8_t down = 0;
  std::int8_t right = 0;
};

/// A tree of cuts: processors in an order, and for each group of them, parents before children and first halves before
/// second ones, where the group is divided and in which direction its places are swept.
struct SweepCut {
  std::size_t middle = 0;
  SweepDirection direction = {};
};
struct SweepTree {
  std::vector<std::size_t> order = {};
  std::vector<SweepCut> cuts = {};
};

/// Processors in a random order; each group is divided near half of its speed, or elsewhere, and cut by the cheapest of
/// several sweeps. `owners` become those of the mesh.
[[nodiscard]] SweepTree sweep(const Mesh& mesh, const std::vector<double>& shares, const SweepSettings& settings,
                              RandomStream& stream, PlaceOwners& owners);

/// The same cuts on another mesh, such as a finer one.
[[nodiscard]] PlaceOwners replayed(const Mesh& mesh, const std::vector<double>& shares, const SweepTree& tree);

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

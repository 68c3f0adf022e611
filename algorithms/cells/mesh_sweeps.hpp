// Recursive bisection of a mesh by straight sweeps in several directions, some of them diagonal.
#pragma once

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

}  // namespace apportion

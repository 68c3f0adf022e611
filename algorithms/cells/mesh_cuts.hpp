// Recursive bisection of a mesh by straight sweeps in several directions, some of them diagonal; groups of neighbouring
// parts divided anew.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/cells/mesh.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// What a cut between two sides costs.
enum class CutPrice : std::uint8_t {
  sides,    ///< sides of cells between them
  elements  ///< places with a side in common with the other side of the cut: what a stencil of 5 or 7 points sends
};

struct SweepSettings {
  CutPrice price = CutPrice::sides;
  bool straight = false;  ///< along the axes alone
  double noise = 0.5;     ///< by how much a price may be multiplied, at most, at random
  bool arcs = false;      ///< with several maps of loads: the first side may lie anywhere in the order of a sweep
};

/// How places are swept: in ascending order of the sum, over the axes, of this times the place's position.
template <std::size_t Axes>
using SweepDirection = std::array<std::int8_t, Axes>;

/// Straight ones first. In space along the axes, and along the diagonals of sides and of the whole of a cube.
template <std::size_t Axes>
constexpr auto sweep_directions() {
  if constexpr (Axes == 2)
    return std::array<SweepDirection<2>, 8>{{{1, 0}, {0, 1}, {1, 1}, {1, -1}, {2, 1}, {1, 2}, {2, -1}, {1, -2}}};
  else
    return std::array<SweepDirection<3>, 13>{{{1, 0, 0},
                                              {0, 1, 0},
                                              {0, 0, 1},
                                              {0, 1, 1},
                                              {0, 1, -1},
                                              {1, 0, 1},
                                              {1, 0, -1},
                                              {1, 1, 0},
                                              {1, -1, 0},
                                              {1, 1, 1},
                                              {1, 1, -1},
                                              {1, -1, 1},
                                              {1, -1, -1}}};
}

/// A tree of cuts: processors in an order, and for each group of them, parents before children and first halves before
/// second ones, where the group is divided and in which direction its places are swept.
template <std::size_t Axes>
struct SweepCut {
  std::size_t middle = 0;
  SweepDirection<Axes> direction = {};
};
template <std::size_t Axes>
struct SweepTree {
  std::vector<std::size_t> order = {};
  std::vector<SweepCut<Axes>> cuts = {};
};

/// Processors in a random order; each group is divided near half of its speed, or elsewhere, and cut by the cheapest of
/// several sweeps. With several maps of loads what a sweep costs grows with how unevenly it divides them, and more
/// directions are swept: in the plane one of them all halves two maps (the ham-sandwich theorem). Where parts may be in
/// pieces, one arc of every order, whose end meets its beginning, has any part of both (Stromquist & Woodall, "Sets on
/// which several measures agree", 1985). `owners` become those of the mesh; the tree does not know arcs.
template <class Mesh>
[[nodiscard]] SweepTree<Mesh::axes> sweep(const Mesh& mesh, const std::vector<double>& shares,
                                          const SweepSettings& settings, RandomStream& stream, PlaceOwners& owners);

/// Which of a group of processors go first: half of them by number, as in Zoltan one more of an odd number, or those up
/// to where speeds come nearest to half.
enum class Halves : std::uint8_t { by_count, by_speed };

/// Recursive coordinate bisection: the processors in this order, halved again and again, their places cut across the
/// longest side of what is active, at the line nearest to the share; of equally long sides across the first or the
/// last.
template <class Mesh>
[[nodiscard]] SweepTree<Mesh::axes> bisected(const Mesh& mesh, const std::vector<double>& shares,
                                             const std::vector<std::size_t>& order, Halves halves,
                                             bool last_of_equal = false);

/// Where a cut may pass: between any two places, so that a line is cut where it does not come out even, or only between
/// whole lines.
enum class CutBetween : std::uint8_t { places, lines };

/// The same cuts on another mesh, such as a finer one.
template <class Mesh>
[[nodiscard]] PlaceOwners replayed(const Mesh& mesh, const std::vector<double>& shares,
                                   const SweepTree<Mesh::axes>& tree, CutBetween between = CutBetween::places);

struct RegroupingSettings {
  double trials_per_part = 0;
  std::size_t largest_group = 4;
  double moves_per_place = 15;  ///< of the annealing of a group, for each of its places at a boundary
  int stencil = 0;              ///< its points: by elements sent, on a mesh of cells; 0: by the cut
};

/// Large neighbourhoods (Shaw 1998): a few neighbouring parts at random are divided anew by sweeps, annealed and
/// refined, while the others stay. What is worse than before is forgotten.
template <class Mesh>
void regroup(MeshDivision<Mesh>& division, const LoadWindows& windows, const RegroupingSettings& settings,
             RandomStream& stream);

}  // namespace apportion

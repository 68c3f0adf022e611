// Recursive bisection of a mesh by straight sweeps in several directions, some of them diagonal; and new divisions of
// groups of neighbouring parts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "extensions/cells/algorithms/mesh.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// The cost of a cut between two sides.
enum class CutPrice : std::uint8_t {
  sides,    ///< sides of cells between them
  elements  ///< places beside the other side of the cut: sent for a stencil of 5 or 7 points
};

struct SweepSettings {
  CutPrice price = CutPrice::sides;
  bool straight = false;  ///< sweeps along the axes only
  double noise = 0.5;     ///< the strength of random factors of prices
  bool arcs = false;      ///< with several maps: the first side may be anywhere in the order of a sweep
};

/// The direction of a sweep: places are in ascending order of the scalar product with their position.
template <std::size_t Axes>
using SweepDirection = std::array<std::int8_t, Axes>;

/// All directions, straight ones first: in space along the axes, and along the face and space diagonals of a cube.
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
/// second ones, where the group is divided and the direction in which its places are swept.
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
/// several sweeps. With several maps of loads the cost of a sweep includes how unevenly it divides them, and more
/// directions are tried: in the plane, some direction halves two maps (the ham-sandwich theorem). If parts may be in
/// pieces, every cyclic order has an arc with any given part of both maps (Stromquist & Woodall, "Sets on which several
/// measures agree", 1985). `owners` become those of the mesh; the tree does not record arcs.
template <class Mesh>
[[nodiscard]] SweepTree<Mesh::axes> sweep(const Mesh& mesh, const std::vector<double>& shares,
                                          const SweepSettings& settings, RandomStream& stream, PlaceOwners& owners);

/// How a group of processors is halved: by number, with one more of an odd number on the first side, as in Zoltan, or
/// where the speeds are nearest to half.
enum class Halves : std::uint8_t { by_count, by_speed };

/// Recursive coordinate bisection: the processors in this order are halved again and again, and their places cut across
/// the longest side of the active places, at the line nearest to the share; of equally long sides across the first or
/// the last.
template <class Mesh>
[[nodiscard]] SweepTree<Mesh::axes> bisected(const Mesh& mesh, const std::vector<double>& shares,
                                             const std::vector<std::size_t>& order, Halves halves,
                                             bool last_of_equal = false);

/// Where cuts are allowed: between any two places, which may divide a line, or only between whole lines.
enum class CutBetween : std::uint8_t { places, lines };

/// The owners by the same cuts on another mesh, such as a finer one.
template <class Mesh>
[[nodiscard]] PlaceOwners replayed(const Mesh& mesh, const std::vector<double>& shares,
                                   const SweepTree<Mesh::axes>& tree, CutBetween between = CutBetween::places);

struct RegroupingSettings {
  double trials_per_part = 0;
  std::size_t largest_group = 4;
  double moves_per_place = 15;  ///< moves of annealing for each place of a group at a boundary
  int stencil = 0;              ///< its points: judge by elements sent, on a mesh of cells; 0: by the cut
  bool even_if_worse = false;   ///< a group is divided anew even if that is worse
};

/// Large neighbourhoods (Shaw 1998): a few random neighbouring parts are divided anew by sweeps, annealed and refined,
/// while the others are fixed. Worse divisions are discarded.
template <class Mesh>
void regroup(MeshDivision<Mesh>& division, const LoadWindows& windows, const RegroupingSettings& settings,
             RandomStream& stream);

}  // namespace apportion

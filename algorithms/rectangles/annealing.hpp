// Simulated annealing over slicing trees, with corners where parts may be of any shape.
#pragma once

#include <cstddef>
#include <functional>

#include "algorithms/rectangles/slicing_tree.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

struct AnnealingSettings {
  std::size_t evaluations = 0;  ///< the number of trees that are evaluated
  bool corners = false;         ///< parts may be staircases around others
  double heat = 0.02;           ///< the first temperature, as a share of a mean part's half perimeter
  /// The cost to minimise instead of the total, in elements; infinity for an invalid tree. `best` holds this cost, too.
  std::function<double(const SlicingTree&)> cost = {};
};

/// Starts at the tree of `best` and cools from settings.heat to a thousandth of it; `best` must hold a tree, and never
/// gets worse. Moves: turn a cut, or make it a corner; exchange two subtrees, two leaves, a node and its uncle; take a
/// subtree out and graft it elsewhere; with latency, or with a given cost, also exchange the children of a node, which
/// moves corners. The energy is the exact total, with latency from the geometry, which takes O(p log p) instead of the
/// depth of the tree, or settings.cost.
void anneal(const Frame& frame, const AnnealingSettings& settings, BestTree& best, RandomStream& stream);

}  // namespace apportion

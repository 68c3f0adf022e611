// Simulated annealing over slicing trees, with corners where parts may be of any shape.
#pragma once

#include <cstddef>
#include <functional>

#include "algorithms/rectangles/slicing_tree.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

struct AnnealingSettings {
  std::size_t evaluations = 0;  ///< trees whose cost is looked at
  bool corners = false;         ///< parts may be staircases around others
  double heat = 0.02;           ///< the first temperature, as a share of a mean part's half perimeter
  /// What is to be least instead of the total, in elements; infinity for an invalid tree. `best` holds it as well.
  std::function<double(const SlicingTree&)> cost = {};
};

/// Cools from settings.heat to a thousandth of it, from the tree of `best` on; `best` must hold a tree and never gets
/// worse. Moves: turn a cut, or make it a corner; exchange two subtrees, two leaves, a node and its uncle; take a
/// subtree out and graft it elsewhere; with latency, or by a given cost, also exchange the children of a node,
/// which moves corners. The energy is the exact total, with latency from the geometry, which takes O(p log p) instead
/// of the depth of the tree, or settings.cost.
void anneal(const Frame& frame, const AnnealingSettings& settings, BestTree& best, RandomStream& stream);

}  // namespace apportion

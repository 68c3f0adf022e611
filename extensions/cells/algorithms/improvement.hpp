// Local improvement of trees over whole cells by their true boundary.
#pragma once

#include <cstddef>
#include <cstdint>

#include "extensions/cells/algorithms/cell_tree.hpp"
#include "extensions/cells/algorithms/region.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// The most processors for improved(), which keeps the region of every node.
inline constexpr std::size_t largest_p_of_improvement = 20'000;

struct ImprovementSettings {
  std::int64_t steps = 0;  ///< nodes whose regions are computed, over all moves
  double heat = 0;         ///< about how many edges a move may cost at the beginning
};

/// A tree, and the cost of its division.
struct PricedTree {
  CellTree tree;
  CellCost cost;
};

/// The best tree, never worse than `tree`, found by simulated annealing over trees of the same parts and then descent.
/// A move turns a cut or all cuts below a node, mirrors a node, puts a partial line to its other end, moves a cut to a
/// whole line and back, makes a cut a corner, exchanges two subtrees, or moves one to another place. The sizes of all
/// parts stay within one cell of their shares. Boundaries are recomputed below the node that a move changes; with
/// latency also which parts are neighbours there and around it, which counts as a step for each part. `tree` has at
/// most largest_p_of_improvement leaves, all processors of the problem.
[[nodiscard]] PricedTree improved(const CellProblem& problem, CellTree tree, const ImprovementSettings& settings,
                                  RandomStream& stream);

}  // namespace apportion

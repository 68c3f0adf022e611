// Divisions of cells with loads by straight cuts, one through each box; and the same cuts with a jog each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "algorithms/cells/load_lines.hpp"
#include "algorithms/options.hpp"
#include "sim/cells/cell_problem.hpp"

namespace apportion {

/// How a box is cut for the processors [first, last) of an order: lines before x for [first, middle), the others for
/// the rest. Lines are rows where `turned`.
struct LoadCut {
  bool turned = false;
  std::int64_t x = 0;
  std::size_t middle = 0;
};

/// What a rule is asked: a box with its margins trimmed, and two or more processors.
struct BoxToCut {
  LineBox box = {};
  std::size_t first = 0;
  std::size_t last = 0;
};

/// A leaf is one place of the order. Children come after their parent.
struct LoadTreeNode {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  bool turned = false;
  std::array<std::size_t, 2> child = {none, none};
  double speed = 0;       ///< sum over the leaves below
  std::size_t place = 0;  ///< of a leaf, in the order of the processors
  Rect rect = {};         ///< of a leaf, by straight cuts

  [[nodiscard]] bool is_leaf() const { return child[0] == none; }
};

/// Processors fastest first, their speeds summed up, and the tree of cuts; the first node is the root.
struct LoadTree {
  std::vector<std::size_t> order = {};
  /// Sum of the speeds from each place on, and 0 after the last. It is summed from the slowest on, so that a
  /// difference of two sums keeps the small speeds.
  std::vector<double> speed_behind = {};
  std::vector<LoadTreeNode> nodes = {};

  [[nodiscard]] double speed(std::size_t first, std::size_t last) const {
    return speed_behind[first] - speed_behind[last];
  }
};

/// The processors fastest first, and no nodes yet.
[[nodiscard]] LoadTree tree_without_nodes(const CellProblem& problem);

/// Cuts the array, and what cuts leave, by a rule until every box has one processor.
void cut_by(const CellProblem& problem, LoadTree& tree,
            const std::function<LoadCut(const LoadTree& tree, const BoxToCut& asked)>& rule);

/// The end of the part of [first, last) whose speeds come nearest to half of all; neither part is empty.
[[nodiscard]] std::size_t nearest_half(const LoadTree& tree, std::size_t first, std::size_t last);

/// The leaves' rectangles, see matched_to_speeds().
[[nodiscard]] Decomposition straight_division(const CellProblem& problem, const LoadTree& tree);

/// The tree's cuts again, each through whole lines and a part of one, so that every part comes within the load of the
/// greatest cell of its share. A node whose load is d above its share gives the first child d / 2 of that, rounded to
/// the nearest cell: if |d| is at most one greatest cell, then so is each child's excess. O(log cells) for each part.
[[nodiscard]] Decomposition jogged_division(const CellProblem& problem, const LoadTree& tree);

/// The flag "jogs", which asks for jogged_division().
[[nodiscard]] OptionSpec jogs_option();

}  // namespace apportion

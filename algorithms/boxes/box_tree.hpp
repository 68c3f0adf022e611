// Slicing trees of boxes: each inner node cuts its box across an axis into the boxes of its children.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/boxes/division.hpp"

namespace apportion {

/// Nodes 0 .. leaves - 1 are the leaves, one a processor; the inner nodes follow.
struct BoxTree {
  static constexpr std::uint32_t no_node = UINT32_MAX;

  struct Node {
    double volume = 0;
    std::uint32_t parent = no_node;
    std::uint32_t first = no_node;   ///< the child nearer to the origin; none of a leaf
    std::uint32_t second = no_node;  ///< the other child
    std::uint32_t axis = 0;          ///< that the cut is across
  };

  std::size_t leaves = 0;
  std::uint32_t root = 0;
  std::vector<Node> nodes;

  /// Leaves alone, to be joined.
  explicit BoxTree(const std::vector<double>& volumes);

  [[nodiscard]] bool is_leaf(std::uint32_t node) const { return node < leaves; }
  /// A new inner node, which becomes the root, over two nodes without parents.
  std::uint32_t join(std::uint32_t first, std::uint32_t second, std::uint32_t axis);
  /// From the root down, each box is cut across its longest side; of equal ones across the first.
  void cut_across_longest(const Triple& extent);
};

/// The boxes of a tree that holds all of its leaves.
[[nodiscard]] BoxDivision divided_by(const BoxTree& tree, const Triple& extent);

/// The list of processors halved again and again, cut across the longest sides.
[[nodiscard]] BoxTree bisection_by_count(const BoxProblem& problem);
/// The processors by descending weight, divided again and again behind the shortest prefix with half of the weight.
[[nodiscard]] BoxTree bisection_by_weight(const BoxProblem& problem);
/// The two lightest groups joined again and again, then cut across the longest sides.
[[nodiscard]] BoxTree huffman_boxes(const BoxProblem& problem);

}  // namespace apportion

// Slicing trees: arrays divided recursively by straight cuts, and corners cut out of a part.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "algorithms/rectangles/frame.hpp"

namespace apportion {

/// What a subtree costs in a box of width w and height h: the half perimeters of its parts sum to p w + q h + k.
struct CostCoefficients {
  double p = 1;
  double q = 1;
  double k = 0;

  [[nodiscard]] double half_perimeters(double width, double height) const { return p * width + q * height + k; }
};

enum class NodeKind : std::uint8_t {
  leaf,      ///< a part
  across_x,  ///< a cut across x: the children lie side by side
  across_y,  ///< a cut across y: the children lie one above the other
  corner,    ///< the second child (the guest) is cut out of a corner of the first (the host), a leaf or another corner
};

struct SlicingNode {
  static constexpr std::int32_t none = -1;

  NodeKind kind = NodeKind::leaf;
  std::int32_t parent = none;
  std::array<std::int32_t, 2> child = {none, none};
  std::int32_t item = none;  ///< of a leaf: the index of its weight in the frame
  double area = 0;           ///< share of the array
  CostCoefficients cost = {};
};

/// A tree whose leaves are the items of a frame. Its half perimeters are those of an array of area 1, with the sides
/// sqrt(n/m) and sqrt(m/n): those of the frame divided by sqrt(m n).
///
/// A cut across x with the shares f and g of its children's areas costs (f p1 + g p2, q1 + q2, k1 + k2), a cut across y
/// the same with p and q exchanged; a leaf (1, 1, 0). A corner costs (1, 1, k1 + k2 + 2 sqrt(p2 q2 area2)): the host
/// keeps the half perimeter of the box, and the guest takes the aspect ratio at which it costs least, so that the sides
/// of the box do not matter as long as the guest fits.
struct SlicingTree {
  std::vector<SlicingNode> nodes = {};
  std::int32_t root = SlicingNode::none;

  [[nodiscard]] SlicingNode& at(std::int32_t node) { return nodes[static_cast<std::size_t>(node)]; }
  [[nodiscard]] const SlicingNode& at(std::int32_t node) const { return nodes[static_cast<std::size_t>(node)]; }
  [[nodiscard]] bool is_leaf(std::int32_t node) const { return at(node).kind == NodeKind::leaf; }

  /// Appends a leaf; returns the number of the node.
  std::int32_t add_leaf(std::int32_t item, double area);
  /// Appends an inner node over two nodes without a parent, with its costs; returns the number of the node.
  std::int32_t add_inner(NodeKind kind, std::int32_t first, std::int32_t second);
  /// Makes these the children of `node`; does not update costs.
  void set_children(std::int32_t node, std::int32_t first, std::int32_t second);
  /// Computes area and costs of an inner node from those of its children.
  void update(std::int32_t node);
  /// update() from `node` up to the root; nothing for `none`.
  void update_upwards(std::int32_t node);
};

/// The box of `node` in an array of these sides; only cuts may be above it.
[[nodiscard]] Box box_of_node(const SlicingTree& tree, std::int32_t node, double width, double height);

/// Whether every guest fits beside its host's other guests.
[[nodiscard]] bool corners_fit(const SlicingTree& tree, const Frame& frame);

/// The tree of a decomposition of the frame's array, m rows and n columns, whose part i is item i; empty if straight
/// cuts through whole pieces cannot produce it. Cuts keep their positions up to rounding. O(p log p) for each level.
[[nodiscard]] std::optional<SlicingTree> tree_of(const Frame& frame, const Decomposition& decomposition);

/// The tree as a solution: all parts, and the Acost by its coefficients. Throws std::logic_error for a tree that has no
/// root, or that fails corners_fit().
[[nodiscard]] RectangleSolution slicing_solution(const Frame& frame, const SlicingTree& tree);

/// The cost that the frame's problem minimises, Acost + latency x edges, with edges counted by geometry; infinity if a
/// guest does not fit. O(p) without latency.
[[nodiscard]] double total_of_tree(const Frame& frame, const SlicingTree& tree);

/// The tree of least total_of_tree() seen so far.
struct BestTree {
  SlicingTree tree = {};
  double total = std::numeric_limits<double>::infinity();

  /// Takes `candidate` if it is better.
  void offer(const Frame& frame, const SlicingTree& candidate);
};

}  // namespace apportion

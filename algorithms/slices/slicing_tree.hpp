// Slicing trees in D dimensions: each inner node cuts its box across an axis into the boxes of its children. A node
// stores sums over its leaves in units of its own box, so that the cost of a change is proportional to the depth of the
// tree.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "sim/rectangles/decomposition.hpp"

namespace apportion::slices {

template <std::size_t D>
using Sides = std::array<double, D>;

template <std::size_t D>
struct Brick {
  Sides<D> at{};
  Sides<D> sides{};

  [[nodiscard]] double end(std::size_t axis) const { return at[axis] + sides[axis]; }
};

/// A block to be divided among parts of these volumes, whose sum is its own. A cut costs its area, and each pair of
/// parts with a common face costs `latency`.
template <std::size_t D>
struct Problem {
  Sides<D> extent{};
  std::vector<double> volumes = {};
  double latency = 0;
  Sides<D> narrowest{};  ///< the shortest side allowed along each axis
};

template <std::size_t D>
[[nodiscard]] double volume(const Sides<D>& sides) {
  return std::accumulate(sides.begin(), sides.end(), 1.0, std::multiplies<>());
}

/// Nodes 0 .. leaves() - 1 are the leaves, in the order of their volumes.
template <std::size_t D>
class Tree {
 public:
  using Number = std::uint32_t;
  static constexpr Number none = UINT32_MAX;

  struct Node {
    double volume = 0;
    Sides<D> faces = all_of(1);      ///< the sum of the faces of all leaves below, in faces of the node's box
    Sides<D> narrowest = all_of(1);  ///< the shortest side of a leaf below, in sides of the node's box
    std::int32_t pairs = 0;          ///< of leaves below with a common face; negative: to be counted
    Number parent = none;
    std::array<Number, 2> child = {none, none};  ///< the first is nearer to the origin
    std::size_t axis = 0;                        ///< the cut is across this axis
  };

  /// A tree of leaves that are still to be joined.
  explicit Tree(const std::vector<double>& volumes) : leaves_(static_cast<Number>(volumes.size())) {
    nodes_.reserve(2 * volumes.size());
    for (const double each : volumes) nodes_.push_back({.volume = each});
  }

  [[nodiscard]] Number leaves() const { return leaves_; }
  [[nodiscard]] Number size() const { return static_cast<Number>(nodes_.size()); }
  [[nodiscard]] Number root() const { return root_; }
  [[nodiscard]] const Node& at(Number node) const { return nodes_[node]; }
  [[nodiscard]] bool is_leaf(Number node) const { return node < leaves_; }

  /// Adds an inner node over two nodes without parents; it becomes the root.
  Number join(Number first, Number second, std::size_t axis) {
    root_ = size();
    nodes_.push_back({.child = {first, second}, .axis = axis});
    nodes_[first].parent = nodes_[second].parent = root_;
    weigh(root_);
    kept_root_ = root_;
    return root_;
  }

  /// Makes each box, from the root down, cut across its longest side, or the first of equal ones.
  void cut_across_longest(const Sides<D>& extent) {
    for_each_box(extent, [&](Number node, const Brick<D>& box) {
      if (!is_leaf(node))
        nodes_[node].axis = static_cast<std::size_t>(std::ranges::max_element(box.sides) - box.sides.begin());
    });
    for (Number node = leaves_; node < size(); ++node) weigh(node);  // children come before their parents
  }

  /// The area of all cuts: the half surfaces of the leaves less that of the block.
  [[nodiscard]] double surface(const Sides<D>& extent) const {
    double sum = 0;
    for (std::size_t axis = 0; axis < D; ++axis)
      sum += (nodes_[root_].faces[axis] - 1) * nodes_[root_].volume / extent[axis];
    return sum;
  }

  /// Whether each side of each leaf is at least that long.
  [[nodiscard]] bool is_wide_enough(const Sides<D>& extent, const Sides<D>& narrowest) const {
    for (std::size_t axis = 0; axis < D; ++axis)
      if (!(nodes_[root_].narrowest[axis] * extent[axis] >= narrowest[axis])) return false;
    return true;
  }

  /// The number of pairs of leaves with a common face; only what has changed since the last call is counted again.
  [[nodiscard]] std::int32_t pairs() { return pairs_below(root_); }

  /// The box of each leaf.
  [[nodiscard]] std::vector<Brick<D>> bricks(const Sides<D>& extent) const {
    std::vector<Brick<D>> bricks(leaves_);
    for_each_box(extent, [&](Number node, const Brick<D>& box) {
      if (is_leaf(node)) bricks[node] = box;
    });
    return bricks;
  }

  // --- Changes: each returns false and changes nothing if it is not possible.

  bool turn(Number node, std::size_t axis) {
    save(node);
    nodes_[node].axis = axis;
    weigh_upwards(node);
    return true;
  }

  bool mirror(Number node) {
    save(node);
    std::swap(nodes_[node].child[0], nodes_[node].child[1]);
    weigh_upwards(node);
    return true;
  }

  bool exchange(Number a, Number b) {
    const Number above_a = nodes_[a].parent;
    const Number above_b = nodes_[b].parent;
    if (above_a == above_b || is_below(a, b) || is_below(b, a)) return false;
    put(b, a, above_a);
    put(a, b, above_b);
    weigh_upwards(above_a);
    weigh_upwards(above_b);
    return true;
  }

  /// Moves the node, together with its parent, which then cuts the target's box.
  bool regraft(Number node, Number target, std::size_t axis, bool is_first) {
    const Number cut = nodes_[node].parent;
    if (cut == none || target == cut || is_below(target, node)) return false;
    const Number above = nodes_[cut].parent;
    put(nodes_[cut].child[nodes_[cut].child[0] == node ? 1 : 0], cut, above);
    put(cut, target, nodes_[target].parent);
    save(target);
    nodes_[cut].child = {is_first ? node : target, is_first ? target : node};
    nodes_[cut].axis = axis;
    nodes_[target].parent = cut;
    weigh_upwards(above);
    weigh_upwards(cut);
    return true;
  }

  /// Accepts the changes since the last keep(), and appends their nodes to `changed`.
  void keep(std::vector<Number>& changed) {
    for (const auto& [number, before] : saved_) changed.push_back(number);
    saved_.clear();
    kept_root_ = root_;
  }

  /// Undoes the changes since the last keep().
  void take_back() {
    for (; !saved_.empty(); saved_.pop_back()) nodes_[saved_.back().first] = saved_.back().second;
    root_ = kept_root_;
  }

  /// Copies these nodes from `other`, from which the tree differs nowhere else.
  void copy(const Tree& other, const std::vector<Number>& changed) {
    for (const Number node : changed) nodes_[node] = other.nodes_[node];
    root_ = kept_root_ = other.root_;
  }

 private:
  static constexpr Sides<D> all_of(double value) {
    Sides<D> all{};
    all.fill(value);
    return all;
  }

  void save(Number node) { saved_.emplace_back(node, nodes_[node]); }

  void put(Number child, Number in_place_of, Number parent) {
    save(child);
    nodes_[child].parent = parent;
    if (parent == none) {
      root_ = child;
      return;
    }
    save(parent);
    Node& node = nodes_[parent];
    node.child[node.child[0] == in_place_of ? 0 : 1] = child;
  }

  void weigh(Number number) {
    Node& node = nodes_[number];
    const Node& first = nodes_[node.child[0]];
    const Node& second = nodes_[node.child[1]];
    node.volume = first.volume + second.volume;
    node.pairs = -1;
    const double share = first.volume / node.volume;
    const double rest = second.volume / node.volume;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const bool is_cut = axis == node.axis;
      node.faces[axis] =
          is_cut ? first.faces[axis] + second.faces[axis] : share * first.faces[axis] + rest * second.faces[axis];
      node.narrowest[axis] = is_cut ? std::min(share * first.narrowest[axis], rest * second.narrowest[axis])
                                    : std::min(first.narrowest[axis], second.narrowest[axis]);
    }
  }

  void weigh_upwards(Number node) {
    for (; node != none; node = nodes_[node].parent) {
      save(node);
      weigh(node);
    }
  }

  [[nodiscard]] bool is_below(Number node, Number above) const {
    for (; node != none; node = nodes_[node].parent)
      if (node == above) return true;
    return false;
  }

  [[nodiscard]] std::array<Brick<D>, 2> halves(const Node& node, const Brick<D>& box) const {
    std::array<Brick<D>, 2> halves = {box, box};
    for (std::size_t i = 0; i < 2; ++i) halves[i].sides[node.axis] *= nodes_[node.child[i]].volume / node.volume;
    halves[1].at[node.axis] += halves[0].sides[node.axis];
    return halves;
  }

  template <class Visit>
  void for_each_box(const Sides<D>& extent, const Visit& visit) const {
    std::vector<std::pair<Number, Brick<D>>> open = {{root_, {{}, extent}}};
    while (!open.empty()) {
      const auto [number, box] = open.back();
      open.pop_back();
      visit(number, box);
      if (is_leaf(number)) continue;
      const auto [first, second] = halves(nodes_[number], box);
      open.emplace_back(nodes_[number].child[1], second);
      open.emplace_back(nodes_[number].child[0], first);
    }
  }

  // Counts pairs below a node. Scaling a box changes no neighbours inside it, so only nodes above a change are counted
  // again.
  std::int32_t pairs_below(Number number) {
    Node& node = nodes_[number];
    if (node.pairs >= 0) return node.pairs;
    const std::int32_t inside = pairs_below(node.child[0]) + pairs_below(node.child[1]);
    for (std::vector<Brick<D>>& side : touching_) side.clear();
    touch(node.child[0], node.axis, 1, {{}, all_of(1)}, touching_[0]);
    touch(node.child[1], node.axis, 0, {{}, all_of(1)}, touching_[1]);
    return node.pairs = inside + pairs_across(node.axis);
  }

  // Collects the leaves at a side of the node, in units of its box; in the plane in their order along the side.
  void touch(Number number, std::size_t axis, std::size_t side, const Brick<D>& box, std::vector<Brick<D>>& leaves) {
    const Node& node = nodes_[number];
    if (is_leaf(number)) {
      leaves.push_back(box);
    } else if (node.axis == axis) {
      touch(node.child[side], axis, side, box, leaves);
    } else {
      const auto [first, second] = halves(node, box);
      touch(node.child[0], axis, side, first, leaves);
      touch(node.child[1], axis, side, second, leaves);
    }
  }

  [[nodiscard]] std::int32_t pairs_across(std::size_t axis) const {
    std::int32_t count = 0;
    if constexpr (D == 2) {
      for (std::size_t i = 0, j = 0; i < touching_[0].size() && j < touching_[1].size();) {
        const Brick<D>& one = touching_[0][i];
        const Brick<D>& other = touching_[1][j];
        count += is_beside(one, other, axis) ? 1 : 0;
        ++(one.end(1 - axis) < other.end(1 - axis) ? i : j);
      }
    } else {
      for (const Brick<D>& one : touching_[0])
        for (const Brick<D>& other : touching_[1]) count += is_beside(one, other, axis) ? 1 : 0;
    }
    return count;
  }

  static bool is_beside(const Brick<D>& one, const Brick<D>& other, std::size_t across) {
    constexpr double tolerance = 2e-9;
    for (std::size_t axis = 0; axis < D; ++axis)
      if (axis != across &&
          std::min(one.end(axis), other.end(axis)) - std::max(one.at[axis], other.at[axis]) <= tolerance)
        return false;
    return true;
  }

  Number leaves_ = 0;
  Number root_ = 0;
  Number kept_root_ = 0;
  std::vector<Node> nodes_;
  std::vector<std::pair<Number, Node>> saved_;     // the nodes before each change since the last keep()
  std::array<std::vector<Brick<D>>, 2> touching_;  // used by pairs_below() only
};

template <std::size_t D>
[[nodiscard]] bool is_wide_enough(const Tree<D>& tree, const Problem<D>& problem) {
  return tree.is_wide_enough(problem.extent, problem.narrowest);
}

template <std::size_t D>
[[nodiscard]] double cost(Tree<D>& tree, const Problem<D>& problem) {
  const double surface = tree.surface(problem.extent);
  return problem.latency > 0 ? surface + problem.latency * tree.pairs() : surface;
}

/// The tree that halves the list of parts by count again and again, and cuts each box across its longest side.
template <std::size_t D>
[[nodiscard]] Tree<D> bisection_by_count(const Problem<D>& problem);

/// The tree that sorts the parts in descending order and divides them again and again behind the shortest prefix that
/// has half of the sum.
template <std::size_t D>
[[nodiscard]] Tree<D> bisection_by_weight(const Problem<D>& problem);

/// The tree that joins the two lightest groups again and again; each box is cut across its longest side.
template <std::size_t D>
[[nodiscard]] Tree<D> huffman(const Problem<D>& problem);

/// The tree of bricks that tile a block; nothing if the bricks are not the result of straight cuts. Axes are tried in
/// the order of the block's sides, the longest first, and of several cuts the one nearest to the middle of the list is
/// taken. O(n log n) for each level.
template <std::size_t D>
[[nodiscard]] std::optional<Tree<D>> tree_of(const Sides<D>& extent, const std::vector<Brick<D>>& bricks,
                                             double tolerance);

/// The tree of a division, whose columns lie along the first axis; nothing also if a part has several rectangles.
[[nodiscard]] std::optional<Tree<2>> tree_of(const Decomposition& division);

}  // namespace apportion::slices

// Trees of cuts that divide an array into whole cells, and the numbers of cells of parts.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "algorithms/slices/slicing_tree.hpp"
#include "extensions/cells/algorithms/region.hpp"
#include "sim/cells/cell_problem.hpp"

namespace apportion {

/// The share of a part, and the sizes that it may have.
struct PartSize {
  double share = 0;
  std::int64_t units = 0;  ///< the share in a small unit, the same for all parts: sums are exact in any order
  std::int64_t least = 0;
  std::int64_t most = 0;
};

/// The sizes of each processor's part in an array without loads: within one cell (up to rounding) of the share, and
/// within the memory. The least is at least 1, so that the part is not empty, for as many of the shares of at most one
/// cell as the others can spare a cell for, the largest first. The number of cells lies between the sums of the least
/// and of the greatest sizes.
[[nodiscard]] std::vector<PartSize> part_sizes(const CellProblem& problem);

/// Sizes within these ranges that sum to the number of cells, by largest remainders: the shares rounded down, and one
/// more cell for the largest fractions.
[[nodiscard]] std::vector<std::int64_t> largest_remainders(const CellProblem& problem);

/// Each processor gets the next cells in an order that runs through the columns (or the rows) back and forth, so that a
/// part is connected however small it is; sizes by largest remainders.
[[nodiscard]] Decomposition stripes(const CellProblem& problem, bool along_rows);

/// InputError, naming methods that take them, if the problem has loads.
void require_full_grid(const CellProblem& problem, const char* algorithm);

/// A node of the tree, with the data that place its cut.
struct CellNode {
  static constexpr std::int32_t none = -1;

  bool stacked = false;    ///< the children lie one above the other, not side by side; a corner is filled by rows
  bool is_corner = false;  ///< the second child (the guest) is cut out of a corner of the region
  std::array<bool, 2> far = {false, false};  ///< of a corner: at the last columns, at the last rows
  bool snaps = false;                        ///< the cut is moved to a whole line if the sizes of the parts allow it
  PartialLine partial = PartialLine::low_rows_left;
  std::int32_t parent = none;
  std::array<std::int32_t, 2> child = {none, none};
  std::size_t processor = 0;  ///< the processor of a leaf
  std::int64_t shift = 0;     ///< cells that the first child (in a corner the guest) gets beyond its share
  double aspect = 1;          ///< in a corner the width of the guest over its height
  PartSize size = {};         ///< sums over the leaves below
};

/// The first leaves are the processors in their order.
struct CellTree {
  std::vector<CellNode> nodes = {};
  std::int32_t root = CellNode::none;

  [[nodiscard]] CellNode& at(std::int32_t node) { return nodes[static_cast<std::size_t>(node)]; }
  [[nodiscard]] const CellNode& at(std::int32_t node) const { return nodes[static_cast<std::size_t>(node)]; }
  [[nodiscard]] bool is_leaf(std::int32_t node) const { return at(node).child[0] == CellNode::none; }

  /// Computes the sums of a node from those of its children.
  void update(std::int32_t node);
  /// Moves a leaf with the cut above it to above `host`, another node than that cut; the leaf is its second child.
  void make_guest(std::int32_t leaf, std::int32_t host);

 private:
  void replace(std::int32_t node, std::int32_t by);
};

/// A node with the cells that it divides.
struct CellPlace {
  std::int32_t node = CellNode::none;
  std::int64_t cells = 0;
  CellRegion region = {};
};

/// Divides the region of an inner node, whose bands may be turned by that, among its children.
///
/// The first child gets its share of the node's cells, rounded and shifted, within the sizes that the parts below both
/// children allow; so, from the top of the tree down, every part gets within one cell of its share.
void divide_place(const CellTree& tree, CellPlace& place, CellPlace& first, CellPlace& second);

/// Visits a place and all below it, parents first; reuses its memory in each run.
class TreeWalk {
 public:
  /// visit(const CellPlace&) returns whether to continue.
  template <class Visit>
  void run(const CellTree& tree, std::int32_t node, std::int64_t cells, const CellRegion& region, Visit visit) {
    stack_.resize(std::max<std::size_t>(stack_.size(), 1));
    stack_[0].node = node;
    stack_[0].cells = cells;
    stack_[0].region = region;
    for (std::size_t size = 1; size > 0;) {
      std::swap(current_, stack_[--size]);
      if (!visit(current_)) return;
      if (tree.is_leaf(current_.node)) continue;
      if (stack_.size() < size + 2) stack_.resize(size + 2);
      divide_place(tree, current_, stack_[size + 1], stack_[size]);
      size += 2;
    }
  }

 private:
  std::vector<CellPlace> stack_;
  CellPlace current_;
};

/// The division of a tree over all processors of the problem. O(p) steps for any number of cells.
[[nodiscard]] Decomposition division_of(const CellProblem& problem, const CellTree& tree);

/// What rectangle algorithms are asked for an array of cells.
[[nodiscard]] RectangleProblem rectangle_problem(const CellProblem& problem);

/// The tree over whole cells with the cuts of a slicing tree. Partial lines are placed so that parts stay connected,
/// if possible.
[[nodiscard]] CellTree cell_tree_of(const CellProblem& problem, const slices::Tree<2>& slicing);

/// Gives a tree of as many parts the cuts of a slicing tree; partial lines stay at their ends.
void copy_cuts(const slices::Tree<2>& slicing, CellTree& tree);

/// The tree of straight cuts that divides the array of the problem as `decomposition` does; nothing if no tree does, as
/// for L shapes and pinwheels. O(p log p) for each level.
[[nodiscard]] std::optional<CellTree> cell_tree_of(const CellProblem& problem, const Decomposition& decomposition);

}  // namespace apportion

// Trees of cuts that divide an array into whole cells, and the numbers of cells of parts.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "algorithms/slices/slicing_tree.hpp"
#include "extensions/cells/algorithms/region.hpp"
#include "extensions/cells/sim/cell_problem.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// The share of a part, and the sizes that it may have.
struct PartSize {
  double share = 0;
  std::int64_t units = 0;  ///< the share in a small unit, the same for all parts: sums are exact in any order
  std::int64_t least = 0;
  std::int64_t most = 0;
};

/// Sizes within part_sizes() that sum to the number of cells, by largest remainders: the shares rounded down, and one
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

/// The division of a tree over all processors of the problem. O(p) steps for any number of cells.
[[nodiscard]] Decomposition division_of(const CellProblem& problem, const CellTree& tree);

/// What rectangle algorithms are asked for an array of cells.
[[nodiscard]] RectangleProblem rectangle_problem(const CellProblem& problem);

/// The tree over whole cells with the cuts of a slicing tree. Partial lines are placed so that parts stay connected,
/// if possible.
[[nodiscard]] CellTree cell_tree_of(const CellProblem& problem, const slices::Tree<2>& slicing);

/// The most processors of a problem whose trees are improved.
inline constexpr std::size_t largest_p_of_improvement = 20'000;

/// The best tree found by simulated annealing over slicing trees of the same parts, all of whose cuts are moved to
/// whole lines if the sizes of the parts allow it, by their cost in whole cells; then by descent, which changes single
/// cuts. The sizes of all parts stay within one cell of their shares. The search ends when so many nodes have been
/// placed.
[[nodiscard]] CellTree improved(const CellProblem& problem, const slices::Tree<2>& start, std::int64_t nodes,
                                RandomStream& stream);

}  // namespace apportion

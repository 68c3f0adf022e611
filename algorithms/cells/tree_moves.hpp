// Moves that change a tree over whole cells at random, and can be undone.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/cells/cell_tree.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// Which node a move changed the tree below.
struct ChangedPlace {
  std::int32_t before = CellNode::none;  ///< the node that stood there; none if no move was possible
  std::int32_t after = CellNode::none;   ///< the node that stands there now
};

/// Changes a tree of two leaves or more.
class TreeMoves {
 public:
  explicit TreeMoves(CellTree& tree) : tree_(tree) {}

  /// One move, drawn from the stream.
  ChangedPlace change(RandomStream& stream);
  /// Takes the last move back.
  void undo();
  /// The tree before the last move.
  [[nodiscard]] CellTree before() const;

 private:
  ChangedPlace change_cut(RandomStream& stream);
  ChangedPlace change_corner(std::int32_t node, RandomStream& stream);
  ChangedPlace turn_below(std::int32_t node);
  ChangedPlace exchange(RandomStream& stream);
  ChangedPlace regraft(RandomStream& stream);

  void restore(CellTree& tree) const;
  CellNode& change(std::int32_t node);
  void replace_child(std::int32_t parent, std::int32_t old, std::int32_t by);
  void update_up_to(std::int32_t node, std::int32_t end);
  [[nodiscard]] std::int32_t draw_node(RandomStream& stream) const;
  [[nodiscard]] std::int32_t draw_inner(RandomStream& stream) const;
  [[nodiscard]] std::int32_t draw_ancestor(std::int32_t node, RandomStream& stream) const;
  [[nodiscard]] std::int32_t draw_below(std::int32_t node, RandomStream& stream) const;
  [[nodiscard]] std::int32_t common_ancestor(std::int32_t node, std::int32_t other) const;
  [[nodiscard]] bool is_above(std::int32_t node, std::int32_t other) const;

  CellTree& tree_;
  std::vector<std::pair<std::int32_t, CellNode>> old_;
  std::int32_t old_root_ = CellNode::none;
};

}  // namespace apportion

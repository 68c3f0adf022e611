// The moves of the improvement of trees over whole cells.
#include "algorithms/cells/tree_moves.hpp"

#include <algorithm>
#include <array>

#include "algorithms/rectangles/random_draws.hpp"

namespace apportion {
namespace {

std::size_t draw(std::size_t count, RandomStream& stream) { return apportion::draw_below(count, stream); }

bool draw_coin(RandomStream& stream) { return draw(2, stream) == 0; }

}  // namespace

ChangedPlace TreeMoves::change(RandomStream& stream) {
  constexpr std::size_t kinds = 10;
  old_.clear();
  old_root_ = tree_.root;
  const std::size_t kind = draw(kinds, stream);
  if (kind < 5) return change_cut(stream);
  return kind < 8 ? exchange(stream) : regraft(stream);
}

void TreeMoves::undo() {
  restore(tree_);
  old_.clear();
}

CellTree TreeMoves::before() const {
  CellTree tree = tree_;
  restore(tree);
  return tree;
}

void TreeMoves::restore(CellTree& tree) const {
  for (auto each = old_.rbegin(); each != old_.rend(); ++each) tree.at(each->first) = each->second;
  tree.root = old_root_;
}

// A node that is about to change.
CellNode& TreeMoves::change(std::int32_t node) {
  old_.emplace_back(node, tree_.at(node));
  return tree_.at(node);
}

ChangedPlace TreeMoves::change_cut(RandomStream& stream) {
  constexpr std::size_t kinds = 14;
  const std::int32_t node = draw_inner(stream);
  const std::size_t kind = draw(kinds, stream);
  if (kind == 0) return turn_below(node);
  if (kind <= 2 || (tree_.at(node).kind == CellNodeKind::corner && kind <= 8)) return change_corner(node, stream);
  CellNode& cut = change(node);
  if (kind <= 4)
    cut.stacked = !cut.stacked;
  else if (kind <= 6)
    std::swap(cut.child[0], cut.child[1]);
  else if (kind <= 8)
    cut.partial = other(cut.partial);
  else if (kind <= 11)
    cut.snaps = !cut.snaps;
  else
    cut.shift += draw_coin(stream) ? 1 : -1;
  return {node, node};
}

// Makes a cut a corner, or a corner another one or a cut.
ChangedPlace TreeMoves::change_corner(std::int32_t node, RandomStream& stream) {
  CellNode& changed = change(node);
  if (changed.kind == CellNodeKind::cut) {
    changed.kind = CellNodeKind::corner;
    changed.stacked = draw_coin(stream);
    changed.far = {draw_coin(stream), draw_coin(stream)};
    changed.aspect = 1;
    // The guest is the smaller one.
    if (tree_.at(changed.child[0]).size.units < tree_.at(changed.child[1]).size.units)
      std::swap(changed.child[0], changed.child[1]);
    return {node, node};
  }
  constexpr std::array factors = {0.7, 0.9, 0.97, 1.03, 1.1, 1.4};
  const std::size_t kind = draw(4, stream);
  if (kind == 0)
    changed.kind = CellNodeKind::cut;
  else if (kind == 1)
    changed.far[draw(2, stream)] ^= true;
  else if (kind == 2)
    changed.stacked = !changed.stacked;
  else
    changed.aspect *= factors[draw(factors.size(), stream)];
  return {node, node};
}

ChangedPlace TreeMoves::turn_below(std::int32_t node) {
  std::vector<std::int32_t> waiting = {node};
  while (!waiting.empty()) {
    const std::int32_t next = waiting.back();
    waiting.pop_back();
    if (tree_.is_leaf(next)) continue;
    CellNode& cut = change(next);
    cut.stacked = !cut.stacked;
    waiting.insert(waiting.end(), cut.child.begin(), cut.child.end());
  }
  return {node, node};
}

// Two subtrees change places.
ChangedPlace TreeMoves::exchange(RandomStream& stream) {
  const std::int32_t one = draw_node(stream);
  const std::int32_t two = draw_below(draw_ancestor(one, stream), stream);
  if (is_above(one, two) || is_above(two, one)) return {};
  const std::int32_t top = common_ancestor(one, two);
  const std::int32_t parent_of_one = tree_.at(one).parent;
  const std::int32_t parent_of_two = tree_.at(two).parent;
  if (parent_of_one == parent_of_two) return {};
  change(one).parent = parent_of_two;
  change(two).parent = parent_of_one;
  CellNode& first = change(parent_of_one);
  first.child[first.child[0] == one ? 0 : 1] = two;
  CellNode& second = change(parent_of_two);
  second.child[second.child[0] == two ? 0 : 1] = one;
  const std::int32_t end = tree_.at(top).parent;
  update_up_to(parent_of_one, end);
  update_up_to(parent_of_two, end);
  return {top, top};
}

// A subtree becomes the sibling of another one.
ChangedPlace TreeMoves::regraft(RandomStream& stream) {
  const std::int32_t moved = draw_node(stream);
  const std::int32_t beside = draw_below(draw_ancestor(moved, stream), stream);
  const std::int32_t cut = tree_.at(moved).parent;
  if (beside == cut || is_above(moved, beside)) return {};
  const std::int32_t sibling = tree_.at(cut).child[tree_.at(cut).child[0] == moved ? 1 : 0];
  if (beside == sibling) return {};
  const std::int32_t top = common_ancestor(cut, beside);
  const std::int32_t end = tree_.at(top).parent;
  const std::int32_t above = tree_.at(cut).parent;
  replace_child(above, cut, sibling);
  replace_child(tree_.at(beside).parent, beside, cut);
  CellNode& inserted = change(cut);
  inserted.child = {moved, beside};
  if (draw_coin(stream)) std::swap(inserted.child[0], inserted.child[1]);
  if (draw_coin(stream)) inserted.stacked = !inserted.stacked;
  change(beside).parent = cut;
  update_up_to(above, end);
  update_up_to(cut, end);
  return {top, beside == top ? cut : top == cut ? sibling : top};
}

// `by` takes the place of `old` below a parent, or as the root.
void TreeMoves::replace_child(std::int32_t parent, std::int32_t old, std::int32_t by) {
  change(by).parent = parent;
  if (parent == CellNode::none) {
    tree_.root = by;
    return;
  }
  CellNode& above = change(parent);
  above.child[above.child[0] == old ? 0 : 1] = by;
}

void TreeMoves::update_up_to(std::int32_t node, std::int32_t end) {
  for (; node != end; node = tree_.at(node).parent) {
    change(node);
    tree_.update(node);
  }
}

// Not the root.
std::int32_t TreeMoves::draw_node(RandomStream& stream) const {
  const auto node = static_cast<std::int32_t>(draw(tree_.nodes.size() - 1, stream));
  return node < tree_.root ? node : node + 1;
}

std::int32_t TreeMoves::draw_inner(RandomStream& stream) const {
  const std::size_t leaves = (tree_.nodes.size() + 1) / 2;
  return static_cast<std::int32_t>(leaves + draw(tree_.nodes.size() - leaves, stream));
}

// One to all levels up; each further one with probability 3/4.
std::int32_t TreeMoves::draw_ancestor(std::int32_t node, RandomStream& stream) const {
  std::int32_t ancestor = tree_.at(node).parent;
  while (tree_.at(ancestor).parent != CellNode::none && draw(4, stream) != 0) ancestor = tree_.at(ancestor).parent;
  return ancestor;
}

// A node of the subtree; deeper nodes are more likely.
std::int32_t TreeMoves::draw_below(std::int32_t node, RandomStream& stream) const {
  while (!tree_.is_leaf(node) && draw(4, stream) != 0) node = tree_.at(node).child[draw(2, stream)];
  return node;
}

std::int32_t TreeMoves::common_ancestor(std::int32_t node, std::int32_t other) const {
  while (!is_above(node, other)) node = tree_.at(node).parent;
  return node;
}

// Whether a node is the other one or above it.
bool TreeMoves::is_above(std::int32_t node, std::int32_t other) const {
  while (other != CellNode::none && other != node) other = tree_.at(other).parent;
  return other == node;
}

}  // namespace apportion

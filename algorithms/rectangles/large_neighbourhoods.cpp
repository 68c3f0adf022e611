// The steps of the large neighbourhood search.
#include "algorithms/rectangles/large_neighbourhoods.hpp"

#include <algorithm>

#include "algorithms/rectangles/random_draws.hpp"

namespace apportion {
namespace {

bool is_cut(const SlicingTree& tree, std::int32_t node) {
  return tree.at(node).kind == NodeKind::across_x || tree.at(node).kind == NodeKind::across_y;
}

// The cuts above and below which there are cuts alone, up to the root: their boxes are known.
std::vector<std::int32_t> open_cuts(const SlicingTree& tree) {
  std::vector<std::int32_t> cuts;
  if (is_cut(tree, tree.root)) cuts.push_back(tree.root);
  for (std::size_t next = 0; next < cuts.size(); ++next)
    for (const std::int32_t child : tree.at(cuts[next]).child)
      if (is_cut(tree, child)) cuts.push_back(child);
  return cuts;
}

}  // namespace

LargeNeighbourhoods::LargeNeighbourhoods(const Frame& frame, std::size_t size)
    : frame_(frame), size_(size), tables_(frame.n / frame.m) {}

void LargeNeighbourhoods::open(const SlicingTree& tree, std::int32_t node, RandomStream& stream) {
  pieces_ = {node};
  opened_.clear();
  std::size_t cuts = 1;  // the pieces that can be opened stand first
  while (cuts > 0 && pieces_.size() < size_) {
    const std::size_t chosen = draw_below(cuts, stream);
    const std::int32_t cut = pieces_[chosen];
    opened_.push_back(cut);
    std::swap(pieces_[chosen], pieces_[--cuts]);
    pieces_.erase(pieces_.begin() + static_cast<std::ptrdiff_t>(cuts));
    for (const std::int32_t child : tree.at(cut).child)
      if (is_cut(tree, child))
        pieces_.insert(pieces_.begin() + static_cast<std::ptrdiff_t>(cuts++), child);
      else
        pieces_.push_back(child);
  }
}

// Puts the best tree over the pieces in the place of `node`, from the nodes that were opened.
void LargeNeighbourhoods::rejoin(SlicingTree& tree, std::int32_t node) {
  const Box box = box_of_node(tree, node, std::sqrt(frame_.n / frame_.m), std::sqrt(frame_.m / frame_.n));
  tables_.clear();
  std::vector<std::int32_t> sets;
  for (const std::int32_t piece : pieces_)
    sets.push_back(tables_.add_piece(piece, tree.at(piece).area, tree.at(piece).cost));
  const std::int32_t all = tables_.add_subsets(sets);
  const std::int32_t parent = tree.at(node).parent;
  const std::size_t place = parent == SlicingNode::none || tree.at(parent).child[0] == node ? 0 : 1;
  std::size_t used = 0;
  const auto make_leaf = [](std::int32_t piece) { return piece; };
  const auto make_cut = [&](NodeKind kind, std::int32_t first, std::int32_t second) {
    const std::int32_t cut = opened_[used++];
    tree.at(cut).kind = kind;
    tree.set_children(cut, first, second);
    tree.update(cut);
    return cut;
  };
  const std::int32_t top = tables_.grow(all, box.width / box.height, make_leaf, make_cut);
  tree.at(top).parent = parent;
  if (parent == SlicingNode::none)
    tree.root = top;
  else
    tree.at(parent).child[place] = top;
  tree.update_upwards(parent);
}

void LargeNeighbourhoods::improve(BestTree& best, std::size_t steps, RandomStream& stream) {
  constexpr std::size_t root_one_time_in = 3;
  std::vector<std::int32_t> cuts = open_cuts(best.tree);
  if (cuts.size() < 2) return;
  // The root opened to all parts leaves nothing to draw.
  if (frame_.size() <= size_ && steps > 0) {
    try_node(best, best.tree.root, stream);
    return;
  }
  for (std::size_t step = 0; step < steps; ++step) {
    const bool at_root = draw_below(root_one_time_in, stream) == 0;
    const std::int32_t node = at_root ? best.tree.root : cuts[draw_below(cuts.size(), stream)];
    if (try_node(best, node, stream)) cuts = open_cuts(best.tree);
  }
}

// Whether the tree changed.
bool LargeNeighbourhoods::try_node(BestTree& best, std::int32_t node, RandomStream& stream) {
  open(best.tree, node, stream);
  if (pieces_.size() < 3) return false;
  SlicingTree candidate = best.tree;
  rejoin(candidate, node);
  const double total = total_of_tree(frame_, candidate);
  if (!(total <= best.total)) return false;
  best = {std::move(candidate), total};
  return true;
}

}  // namespace apportion

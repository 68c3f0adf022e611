// Local improvement of a tree over whole cells by simulated annealing.
#include "extensions/cells/algorithms/improvement.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "algorithms/rectangles/random_draws.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion {
namespace {

// Counts pairs of parts with a common side, for parts that tile an array. Several parts change together, so that they
// cover the same cells as before; then the change is kept or dropped.
class PartNeighbours {
 public:
  explicit PartNeighbours(std::size_t parts) : outlines_(parts), neighbours_(parts), is_changed_(parts, false) {}

  // Sets the new region of a part.
  void change(std::size_t part, const CellRegion& region);
  // The number of pairs after the changes. O(n sqrt n) for n changed parts and their neighbours, if they are about
  // square.
  [[nodiscard]] std::int64_t pairs_after_changes();
  // The number of parts that pairs_after_changes() visited.
  [[nodiscard]] std::size_t looked_at() const { return near_.size(); }
  // To be called after pairs_after_changes(): accepts the changes, or undoes them.
  void keep();
  void drop();

 private:
  struct Shape {
    Band around;
    std::vector<Band> bands = {};
  };
  struct Near {
    std::size_t part = 0;
    const Shape* shape = nullptr;
  };

  void find_near();
  static bool touch(const Shape& one, const Shape& other);

  std::vector<Shape> outlines_;
  std::vector<std::vector<std::size_t>> neighbours_;
  std::int64_t pairs_ = 0;
  std::vector<bool> is_changed_;
  std::vector<std::size_t> changed_;
  std::vector<Shape> shapes_;  // shapes of the changed parts
  std::vector<Near> near_;     // changed parts and their neighbours, from left to right
  std::vector<std::pair<std::size_t, std::size_t>> found_;
};

// The node below which a move changed the tree.
struct ChangedPlace {
  std::int32_t before = CellNode::none;  // the former node; CellNode::none if no move was possible
  std::int32_t after = CellNode::none;   // the node that is there now
};

// Random moves of a tree with two or more leaves.
class TreeMoves {
 public:
  explicit TreeMoves(CellTree& tree) : tree_(tree) {}

  // Makes a random move.
  ChangedPlace change(RandomStream& stream);
  // Undoes the last move.
  void undo();
  // The tree before the last move.
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

// --- Neighbouring parts, updated while parts change

Band in_array(const Band& band, bool turned) { return turned ? Band{band.y, band.y_end, band.x, band.x_end} : band; }

// Whether two rectangles, which do not overlap, have more than a corner in common.
bool share_a_side(const Band& one, const Band& other) {
  const std::int64_t across = std::min(one.x_end, other.x_end) - std::max(one.x, other.x);
  const std::int64_t along = std::min(one.y_end, other.y_end) - std::max(one.y, other.y);
  return across >= 0 && along >= 0 && across + along > 0;
}

void PartNeighbours::change(std::size_t part, const CellRegion& region) {
  is_changed_[part] = true;
  changed_.push_back(part);
  if (shapes_.size() < changed_.size()) shapes_.emplace_back();
  Shape& shape = shapes_[changed_.size() - 1];
  shape.bands.clear();
  for (const Band& band : region.bands) {
    const Band each = in_array(band, region.turned);
    if (shape.bands.empty()) shape.around = each;
    shape.around = {std::min(shape.around.x, each.x), std::max(shape.around.x_end, each.x_end),
                    std::min(shape.around.y, each.y), std::max(shape.around.y_end, each.y_end)};
    shape.bands.push_back(each);
  }
}

bool PartNeighbours::touch(const Shape& one, const Shape& other) {
  if (!share_a_side(one.around, other.around)) return false;
  return std::ranges::any_of(one.bands, [&](const Band& band) {
    return std::ranges::any_of(other.bands, [&](const Band& each) { return share_a_side(band, each); });
  });
}

void PartNeighbours::find_near() {
  near_.clear();
  for (std::size_t i = 0; i < changed_.size(); ++i) near_.push_back({changed_[i], &shapes_[i]});
  std::vector<std::size_t> others;
  for (const std::size_t part : changed_)
    for (const std::size_t other : neighbours_[part])
      if (!is_changed_[other]) others.push_back(other);
  std::ranges::sort(others);
  others.erase(std::unique(others.begin(), others.end()), others.end());
  for (const std::size_t other : others) near_.push_back({other, &outlines_[other]});
  std::erase_if(near_, [](const Near& near) { return near.shape->bands.empty(); });
  std::ranges::sort(near_, {}, [](const Near& near) { return std::pair(near.shape->around.x, near.part); });
}

std::int64_t PartNeighbours::pairs_after_changes() {
  find_near();
  found_.clear();
  for (std::size_t i = 0; i < near_.size(); ++i)
    for (std::size_t j = i + 1; j < near_.size() && near_[j].shape->around.x <= near_[i].shape->around.x_end; ++j)
      if ((is_changed_[near_[i].part] || is_changed_[near_[j].part]) && touch(*near_[i].shape, *near_[j].shape))
        found_.emplace_back(near_[i].part, near_[j].part);
  // Pairs of two changed parts are listed twice.
  std::int64_t before = 0;
  for (const std::size_t part : changed_)
    for (const std::size_t other : neighbours_[part]) before += is_changed_[other] ? 1 : 2;
  return pairs_ - before / 2 + static_cast<std::int64_t>(found_.size());
}

void PartNeighbours::keep() {
  pairs_ = pairs_after_changes();
  for (const Near& near : near_)
    if (!is_changed_[near.part])
      std::erase_if(neighbours_[near.part], [this](std::size_t other) { return is_changed_[other]; });
  for (std::size_t i = 0; i < changed_.size(); ++i) {
    neighbours_[changed_[i]].clear();
    std::swap(outlines_[changed_[i]], shapes_[i]);
  }
  for (const auto& [one, other] : found_) {
    neighbours_[one].push_back(other);
    neighbours_[other].push_back(one);
  }
  drop();
}

void PartNeighbours::drop() {
  for (const std::size_t part : changed_) is_changed_[part] = false;
  changed_.clear();
  near_.clear();
}

// --- Moves that change a tree at random, and can be undone

std::size_t draw(std::size_t count, RandomStream& stream) { return apportion::draw_below(count, stream); }

bool draw_coin(RandomStream& stream) { return draw(2, stream) == 0; }

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

// Saves a node before a change.
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

// Turns a cut into a corner, or a corner into another one or a cut.
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

// Exchanges two subtrees.
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

// Makes a subtree the sibling of another one.
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

// Replaces the child `old` of a parent, or the root, by `by`.
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

// A random node other than the root.
std::int32_t TreeMoves::draw_node(RandomStream& stream) const {
  const auto node = static_cast<std::int32_t>(draw(tree_.nodes.size() - 1, stream));
  return node < tree_.root ? node : node + 1;
}

std::int32_t TreeMoves::draw_inner(RandomStream& stream) const {
  const std::size_t leaves = (tree_.nodes.size() + 1) / 2;
  return static_cast<std::int32_t>(leaves + draw(tree_.nodes.size() - leaves, stream));
}

// An ancestor, one or more levels up; each further level with probability 3/4.
std::int32_t TreeMoves::draw_ancestor(std::int32_t node, RandomStream& stream) const {
  std::int32_t ancestor = tree_.at(node).parent;
  while (tree_.at(ancestor).parent != CellNode::none && draw(4, stream) != 0) ancestor = tree_.at(ancestor).parent;
  return ancestor;
}

// A random node of the subtree; deeper nodes are more likely.
std::int32_t TreeMoves::draw_below(std::int32_t node, RandomStream& stream) const {
  while (!tree_.is_leaf(node) && draw(4, stream) != 0) node = tree_.at(node).child[draw(2, stream)];
  return node;
}

std::int32_t TreeMoves::common_ancestor(std::int32_t node, std::int32_t other) const {
  while (!is_above(node, other)) node = tree_.at(node).parent;
  return node;
}

// Whether a node is the other one, or an ancestor of it.
bool TreeMoves::is_above(std::int32_t node, std::int32_t other) const {
  while (other != CellNode::none && other != node) other = tree_.at(other).parent;
  return other == node;
}

// --- The improvement

// Sums over the parts below a node.
struct Sums {
  std::int64_t perimeter = 0;
  std::int64_t least_perimeter = 0;  // a bound for parts of these sizes
  std::int64_t empty = 0;
  std::int64_t fragments = 0;
  std::int64_t deviation = 0;

  void add(const Sums& other, std::int64_t times = 1) {
    perimeter += times * other.perimeter;
    least_perimeter += times * other.least_perimeter;
    empty += times * other.empty;
    fragments += times * other.fragments;
    deviation += times * other.deviation;
  }
};

struct Known {
  std::int64_t cells = 0;
  CellRegion region;
  Sums sums;
};

// The least perimeter of a polyomino (Harary & Harborth 1976).
std::int64_t least_perimeter(std::int64_t cells) {
  return 2 * static_cast<std::int64_t>(std::ceil(2 * std::sqrt(static_cast<double>(cells)) - 1e-6));
}

class Improvement {
 public:
  Improvement(const CellProblem& problem, CellTree tree, RandomStream& stream)
      : problem_(problem),
        tree_(std::move(tree)),
        moves_(tree_),
        stream_(stream),
        known_(tree_.nodes.size()),
        neighbours_(problem.latency > 0 ? problem.cluster.size() : 0) {
    penalty_ = problem.rows + problem.columns;
    start();
    best_ = {tree_, current_};
  }

  PricedTree run(const ImprovementSettings& settings) {
    constexpr double annealed = 0.8;  // the part of the steps for annealing
    constexpr double coldest = 0.03;  // the last temperature, as a part of the first
    const double annealing = annealed * static_cast<double>(settings.steps);
    while (static_cast<double>(steps_) < annealing && tree_.nodes.size() > 1)
      step(settings.heat * std::pow(coldest, static_cast<double>(steps_) / annealing));
    remember();
    tree_ = best_.tree;
    start();
    while (steps_ < settings.steps && tree_.nodes.size() > 1) step(0);
    remember();
    return std::move(best_);
  }

 private:
  static std::size_t index(std::int32_t node) { return static_cast<std::size_t>(node); }

  void start() {
    known_[index(tree_.root)].cells = problem_.rows * problem_.columns;
    known_[index(tree_.root)].region = whole_region(problem_.rows, problem_.columns);
    Sums sums;
    measure(tree_.root, known_[index(tree_.root)], std::numeric_limits<std::int64_t>::max(), sums);
    current_ = cost(sums, neighbours());
    keep({tree_.root, tree_.root});
  }

  void step(double temperature) {
    ++steps_;
    const std::int32_t root = tree_.root;
    const ChangedPlace place = moves_.change(stream_);
    if (place.before == CellNode::none) return;
    const double margin = temperature > 0 ? -temperature * std::log(1 - draw_unit(stream_)) : 0;
    const Known& before = known_[index(place.before)];
    Sums sums = known_[index(root)].sums;
    sums.add(before.sums, -1);
    const std::int64_t most = energy(before.sums) + 2 * static_cast<std::int64_t>(margin);
    if (!measure(place.after, before, most, sums)) return take_back();
    const CellCost candidate = cost(sums, neighbours());
    if (!accepts(candidate, margin)) return take_back();
    // The best tree is copied when the search leaves it, not each time that a better one is found.
    if (!candidate.is_better_than(current_) && current_.is_better_than(best_.cost)) best_ = {moves_.before(), current_};
    keep(place);
    current_ = candidate;
  }

  void take_back() {
    moves_.undo();
    neighbours_.drop();
  }

  void remember() {
    if (current_.is_better_than(best_.cost)) best_ = {tree_, current_};
  }

  // Twice the boundary, plus a penalty.
  [[nodiscard]] std::int64_t energy(const Sums& sums) const {
    return sums.perimeter + 2 * penalty_ * (sums.empty + sums.fragments);
  }

  [[nodiscard]] bool accepts(const CellCost& candidate, double margin) const {
    if (!current_.is_better_than(candidate)) return true;
    if (!(margin > 0)) return false;
    const auto faults = [](const CellRank& rank) { return rank.empty + rank.torn; };
    const auto more = static_cast<double>((faults(candidate.rank) - faults(current_.rank)) * penalty_);
    return candidate.rank.cost + more <= current_.rank.cost + margin;
  }

  // Adds the parts below `node`, which gets the cells of `place`. Returns false if a lower bound on their energy
  // exceeds `most`; with latency it does not stop, since pairs could compensate.
  bool measure(std::int32_t node, const Known& place, std::int64_t most, Sums& sums) {
    const bool with_latency = problem_.latency > 0;
    std::int64_t least = place.sums.least_perimeter;
    walk_.run(tree_, node, place.cells, place.region, [&](const CellPlace& at) {
      ++steps_;
      if (!tree_.is_leaf(at.node)) return true;
      const Sums part = sums_of(at);
      sums.add(part);
      least += energy(part) - part.least_perimeter;
      if (with_latency) neighbours_.change(tree_.at(at.node).processor, at.region);
      return with_latency || least <= most;
    });
    return with_latency || least <= most;
  }

  [[nodiscard]] Sums sums_of(const CellPlace& leaf) const {
    const Outline outline = outline_of(leaf.region);
    const PartSize& size = tree_.at(leaf.node).size;
    return {outline.perimeter, least_perimeter(size.least), outline.pieces == 0 ? 1 : 0,
            std::max<std::int64_t>(outline.pieces - 1, 0), deviation_of(leaf.cells, size.share)};
  }

  // The pairs of neighbours after the changes; 0 without latency.
  std::int64_t neighbours() {
    if (!(problem_.latency > 0)) return 0;
    const std::int64_t pairs = neighbours_.pairs_after_changes();
    steps_ += static_cast<std::int64_t>(neighbours_.looked_at());
    return pairs;
  }

  [[nodiscard]] CellCost cost(const Sums& sums, std::int64_t neighbours) const {
    const std::int64_t boundary = sums.perimeter / 2 - problem_.rows - problem_.columns;
    return {.rank = {.empty = sums.empty,
                     .torn = sums.fragments,
                     .cost = total_cost(static_cast<double>(boundary), neighbours, problem_.latency),
                     .pieces = sums.fragments},
            .deviation = sums.deviation};
  }

  // Accepts the changes below the place and above it.
  void keep(const ChangedPlace& place) {
    if (problem_.latency > 0) neighbours_.keep();
    const Known before = known_[index(place.before)];
    order_.clear();
    walk_.run(tree_, place.after, before.cells, before.region, [&](const CellPlace& at) {
      Known& known = known_[index(at.node)];
      known.cells = at.cells;
      known.region = at.region;
      if (tree_.is_leaf(at.node))
        known.sums = sums_of(at);
      else
        order_.push_back(at.node);
      return true;
    });
    std::ranges::reverse(order_);
    for (const std::int32_t node : order_) add_up(node);
    for (std::int32_t above = tree_.at(place.after).parent; above != CellNode::none; above = tree_.at(above).parent)
      add_up(above);
  }

  void add_up(std::int32_t node) {
    Sums& sums = known_[index(node)].sums;
    sums = known_[index(tree_.at(node).child[0])].sums;
    sums.add(known_[index(tree_.at(node).child[1])].sums);
  }

  const CellProblem& problem_;
  CellTree tree_;
  TreeMoves moves_;
  RandomStream& stream_;
  std::vector<Known> known_;  // for the nodes of the current tree
  CellCost current_;
  PricedTree best_;
  std::int64_t steps_ = 0;
  std::int64_t penalty_ = 0;  // of an empty part or a fragment, in edges
  TreeWalk walk_;
  std::vector<std::int32_t> order_;
  PartNeighbours neighbours_;  // used with latency only
};

}  // namespace

PricedTree improved(const CellProblem& problem, CellTree tree, const ImprovementSettings& settings,
                    RandomStream& stream) {
  return Improvement(problem, std::move(tree), stream).run(settings);
}

}  // namespace apportion

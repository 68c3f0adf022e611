// Trees of cuts over whole cells: trees of rectangle algorithms' answers, joining of parts in pieces, and improvement.
#include "extensions/cells/algorithms/cell_tree.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "algorithms/rectangles/random_draws.hpp"
#include "algorithms/slices/tree_search.hpp"
#include "base/error.hpp"
#include "extensions/cells/algorithms/load_cuts.hpp"
#include "extensions/cells/algorithms/region.hpp"

namespace apportion {
namespace {

// --- Sizes of parts

// The share of a part, and the sizes that it may have.
struct PartSize {
  double share = 0;
  std::int64_t units = 0;  // the share in a small unit, the same for all parts: sums are exact in any order
  std::int64_t least = 0;
  std::int64_t most = 0;
};

// The exponent of the largest power of two with which the cells, plus one for rounding of each part, stay below 2^62.
int exponent_of_units(std::int64_t cells, std::size_t parts) {
  return 61 - static_cast<int>(std::bit_width(static_cast<std::uint64_t>(cells) + parts));
}

// Shares have rounding errors of doubles; whole ones must count as whole.
constexpr double share_rounding = 1e-9;

// The sizes of each processor's part in an array without loads: within one cell (up to rounding) of the share, and
// within the memory. The least is at least 1, so that the part is not empty, for as many of the shares of at most one
// cell as the others can spare a cell for, the largest first. The number of cells lies between the sums of the least
// and of the greatest sizes.
std::vector<PartSize> part_sizes(const CellProblem& problem) {
  const std::vector<double> ideal = shares(problem);
  const LoadLimits limits = load_limits(problem, 0);
  std::vector<PartSize> sizes;
  sizes.reserve(ideal.size());
  std::int64_t spare = problem.rows * problem.columns;
  const int exponent = exponent_of_units(spare, ideal.size());
  for (std::size_t i = 0; i < ideal.size(); ++i) {
    const double share = ideal[i];
    const double least = std::max(std::ceil(limits.least[i]), 0.0);
    const double limit = problem.memory.empty() ? std::numeric_limits<double>::infinity() : problem.memory[i];
    const double most = std::min(std::floor(limits.most[i]), limit);
    const auto units = static_cast<std::int64_t>(std::floor(std::ldexp(share, exponent)));
    sizes.push_back({share, units, static_cast<std::int64_t>(least), static_cast<std::int64_t>(most)});
    spare -= sizes.back().least;
  }
  for (const std::size_t i : descending_order(ideal)) {
    if (spare <= 0) break;
    if (sizes[i].least > 0) continue;
    sizes[i].least = 1;
    --spare;
  }
  return sizes;
}

// --- Trees

// A node of the tree, with the data that place its cut.
struct CellNode {
  static constexpr std::int32_t none = -1;

  bool stacked = false;    // the children lie one above the other, not side by side; a corner is filled by rows
  bool is_corner = false;  // the second child (the guest) is cut out of a corner of the region
  std::array<bool, 2> far = {false, false};  // of a corner: at the last columns, at the last rows
  bool snaps = false;                        // the cut is moved to a whole line if the sizes of the parts allow it
  PartialLine partial = PartialLine::low_rows_left;
  std::int32_t parent = none;
  std::array<std::int32_t, 2> child = {none, none};
  std::int64_t shift = 0;  // cells that the first child (in a corner the guest) gets beyond its share
  double aspect = 1;       // in a corner the width of the guest over its height
  PartSize size = {};      // sums over the leaves below
};

// The first leaves are the processors in their order.
struct CellTree {
  std::vector<CellNode> nodes = {};
  std::int32_t root = CellNode::none;

  [[nodiscard]] CellNode& at(std::int32_t node) { return nodes[static_cast<std::size_t>(node)]; }
  [[nodiscard]] const CellNode& at(std::int32_t node) const { return nodes[static_cast<std::size_t>(node)]; }
  [[nodiscard]] bool is_leaf(std::int32_t node) const { return at(node).child[0] == CellNode::none; }

  // Computes the sums of a node from those of its children.
  void update(std::int32_t node);
  // Moves a leaf with the cut above it to above `host`, another node than that cut; the leaf is its second child.
  void make_guest(std::int32_t leaf, std::int32_t host);

 private:
  void replace(std::int32_t node, std::int32_t by);
};

// A node with the cells that it divides.
struct CellPlace {
  std::int32_t node = CellNode::none;
  std::int64_t cells = 0;
  CellRegion region = {};
};

// The possible sizes of the first child.
struct Choice {
  std::int64_t least = 0;
  std::int64_t nearest = 0;  // nearest to its share
  std::int64_t most = 0;

  [[nodiscard]] bool allows(std::int64_t cells) const { return least <= cells && cells <= most; }
};

Choice choice_of(const PartSize& first, const PartSize& second, std::int64_t cells, std::int64_t shift) {
  Choice choice{.least = std::max(first.least, cells - second.most),
                .most = std::min(first.most, cells - second.least)};
  const std::int64_t sum = first.units + second.units;
  const double share = sum > 0 ? static_cast<double>(first.units) / static_cast<double>(sum) : 0;
  const auto nearest = static_cast<std::int64_t>(std::floor(share * static_cast<double>(cells) + 0.5));
  choice.nearest = std::clamp(nearest + shift, choice.least, choice.most);
  return choice;
}

// The size at the nearest whole line within the sizes, or else nearest to the share.
std::int64_t snapped(const Choice& choice, const CellRegion& region) {
  const WholeColumns whole = whole_columns_around(region, choice.nearest);
  const bool below = choice.allows(whole.below);
  const bool above = choice.allows(whole.above);
  if (below && (!above || choice.nearest - whole.below <= whole.above - choice.nearest)) return whole.below;
  return above ? whole.above : choice.nearest;
}

// The size of a guest of whole lines, if the sizes allow it.
std::int64_t snapped_guest(const Choice& choice, std::int64_t width) {
  const std::int64_t below = choice.nearest / width * width;
  if (choice.allows(below) && below > 0) return below;
  return choice.allows(below + width) ? below + width : choice.nearest;
}

// Cuts the guest's cells off whole columns in a corner; the last row may be partial, and begins at the corner, so that
// the host stays convex. What is left of the columns goes `above`.
void cut_off(const CellNode& node, CellRegion& columns, std::int64_t cells, CellRegion& guest, CellRegion& above) {
  const std::int64_t room = columns.cells();
  turn(columns, !columns.turned);
  // In the turned region "low rows" are low columns.
  const bool guest_is_left = !node.far[1];
  const bool low_left = guest_is_left != node.far[0];
  const PartialLine partial = low_left ? PartialLine::low_rows_left : PartialLine::high_rows_left;
  if (guest_is_left)
    split(columns, cells, partial, guest, above);
  else
    split(columns, room - cells, partial, above, guest);
}

// Places the guest of a node into a corner of its region. Returns whether there was room for it.
bool place_corner(const CellTree& tree, CellPlace& place, CellPlace& host, CellPlace& guest) {
  const CellNode& node = tree.at(place.node);
  if (place.cells == 0) return false;
  const Choice choice = choice_of(tree.at(node.child[1]).size, tree.at(node.child[0]).size, place.cells, node.shift);
  const std::int64_t x = place.region.bands.front().x;
  const std::int64_t x_end = place.region.bands.back().x_end;
  const double wanted = std::sqrt(static_cast<double>(choice.nearest) * node.aspect);
  const std::int64_t width = std::clamp<std::int64_t>(std::lround(wanted), 1, x_end - x);
  const std::int64_t cells = node.snaps ? snapped_guest(choice, width) : choice.nearest;
  CellRegion columns;
  CellRegion others;
  if (node.far[0])
    split_at(place.region, x_end - width, others, columns);
  else
    split_at(place.region, x + width, columns, others);
  if (columns.cells() < cells || cells == 0) return false;
  CellRegion above;
  cut_off(node, columns, cells, guest.region, above);
  turn(above, others.turned);
  host.region = std::move(node.far[0] ? others : above);
  append(host.region, node.far[0] ? above : others);
  guest.cells = cells;
  host.cells = place.cells - cells;
  return true;
}

void CellTree::update(std::int32_t node) {
  const PartSize& first = at(at(node).child[0]).size;
  const PartSize& second = at(at(node).child[1]).size;
  at(node).size = {first.share + second.share, first.units + second.units, first.least + second.least,
                   first.most + second.most};
}

void CellTree::make_guest(std::int32_t leaf, std::int32_t host) {
  const std::int32_t cut = at(leaf).parent;
  const std::int32_t above = at(cut).parent;
  replace(cut, at(cut).child[at(cut).child[0] == leaf ? 1 : 0]);
  replace(host, cut);
  at(cut).child = {host, leaf};
  at(host).parent = cut;
  for (std::int32_t node = above; node != CellNode::none; node = at(node).parent) update(node);
  for (std::int32_t node = cut; node != CellNode::none; node = at(node).parent) update(node);
}

// Puts another node in the place of this one.
void CellTree::replace(std::int32_t node, std::int32_t by) {
  const std::int32_t parent = at(node).parent;
  at(by).parent = parent;
  if (parent == CellNode::none)
    root = by;
  else
    at(parent).child[at(parent).child[0] == node ? 0 : 1] = by;
}

// Divides the region of an inner node, whose bands may be turned by that, among its children.
//
// The first child gets its share of the node's cells, rounded and shifted, within the sizes that the parts below both
// children allow; so, from the top of the tree down, every part gets within one cell of its share.
void divide_place(const CellTree& tree, CellPlace& place, CellPlace& first, CellPlace& second) {
  const CellNode& node = tree.at(place.node);
  first.node = node.child[0];
  second.node = node.child[1];
  turn(place.region, node.stacked);
  if (node.is_corner && place_corner(tree, place, first, second)) return;
  const Choice choice = choice_of(tree.at(first.node).size, tree.at(second.node).size, place.cells, node.shift);
  first.cells = node.snaps ? snapped(choice, place.region) : choice.nearest;
  second.cells = place.cells - first.cells;
  split(place.region, first.cells, node.partial, first.region, second.region);
}

// Visits a place and all below it, parents first; reuses its memory in each run.
class TreeWalk {
 public:
  // visit(const CellPlace&) returns whether to continue.
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

Decomposition division_by_tree(const CellProblem& problem, const CellTree& tree) {
  Decomposition division{problem.extent(), std::vector<Rect>(problem.cluster.size())};
  const auto take = [&](const CellPlace& place) {
    if (!tree.is_leaf(place.node)) return true;
    add_part(division, static_cast<std::size_t>(place.node), rectangles_of(place.region));
    return true;
  };
  TreeWalk().run(tree, tree.root, problem.rows * problem.columns, whole_region(problem.rows, problem.columns), take);
  std::ranges::stable_sort(division.further, {}, &FurtherRect::processor);
  return division;
}

// --- Parts in several pieces, and the small changes of a tree that join them

constexpr int most_cuts_above = 8;
constexpr std::size_t most_steps_per_node = 20;  // cuts that are tried in all

// Joins parts in several pieces, such as thin ones between two steps: puts the partial line of a cut above to its other
// end, or moves the cut to a whole line, if that leaves fewer pieces. It tries the eight cuts above each such part,
// from the lowest up, with a limit of steps per node. The tree is over all processors of the problem; no other cut
// changes.
class Connection {
 public:
  Connection(const CellProblem& problem, CellTree& tree) : problem_(problem), tree_(tree) {}

  void join() {
    // Joining one part can divide another one, into fewer pieces.
    constexpr int most_rounds = 3;
    for (int round = 0; round < most_rounds && join_each(parts_in_pieces()); ++round) {
    }
  }

 private:
  // Returns whether anything was changed.
  bool join_each(const std::vector<std::int32_t>& parts) {
    bool changed = false;
    for (const std::int32_t part : parts) {
      if (steps_ > most_steps_per_node * tree_.nodes.size()) return false;
      std::int32_t cut = tree_.at(part).parent;
      for (int i = 0; i < most_cuts_above && cut != CellNode::none; ++i) {
        if (change(cut)) {
          changed = true;
          break;
        }
        cut = tree_.at(cut).parent;
      }
    }
    return changed;
  }

  [[nodiscard]] std::vector<std::int32_t> parts_in_pieces() {
    std::vector<std::int32_t> parts;
    walk_.run(tree_, tree_.root, problem_.rows * problem_.columns, whole_region(problem_.rows, problem_.columns),
              [&](const CellPlace& place) {
                if (tree_.is_leaf(place.node) && outline_of(place.region).pieces > 1) parts.push_back(place.node);
                return true;
              });
    return parts;
  }

  // Moves the cut if another position leaves fewer pieces. Returns whether it has moved.
  bool change(std::int32_t cut) {
    const CellPlace place = place_of(cut);
    const std::int64_t pieces = pieces_below(place);
    CellNode& node = tree_.at(cut);
    const CellNode before = node;
    for (const bool snaps : {false, true})
      for (const PartialLine partial : {other(before.partial), before.partial}) {
        node.snaps = snaps;
        node.partial = partial;
        if (pieces_below(place) < pieces) return true;
      }
    node = before;
    return false;
  }

  [[nodiscard]] CellPlace place_of(std::int32_t node) {
    std::vector<std::int32_t> path;
    for (std::int32_t each = node; each != tree_.root; each = tree_.at(each).parent) path.push_back(each);
    CellPlace place{tree_.root, problem_.rows * problem_.columns, whole_region(problem_.rows, problem_.columns)};
    steps_ += path.size();
    for (auto next = path.rbegin(); next != path.rend(); ++next) {
      CellPlace first;
      CellPlace second;
      divide_place(tree_, place, first, second);
      place = first.node == *next ? first : second;
    }
    return place;
  }

  // The pieces of all parts below, beyond one for each.
  [[nodiscard]] std::int64_t pieces_below(const CellPlace& top) {
    std::int64_t pieces = 0;
    walk_.run(tree_, top.node, top.cells, top.region, [&](const CellPlace& place) {
      ++steps_;
      if (tree_.is_leaf(place.node)) pieces += std::max<std::int64_t>(outline_of(place.region).pieces - 1, 0);
      return true;
    });
    return pieces;
  }

  const CellProblem& problem_;
  CellTree& tree_;
  TreeWalk walk_;
  std::size_t steps_ = 0;
};

// Gives a tree of as many parts the cuts of a slicing tree; partial lines stay at their ends.
void copy_cuts(const slices::Tree<2>& slicing, CellTree& tree) {
  tree.root = static_cast<std::int32_t>(slicing.root());
  std::vector<std::int32_t> order = {tree.root};  // parents first
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (slicing.is_leaf(static_cast<std::uint32_t>(order[i]))) continue;
    const auto& from = slicing.at(static_cast<std::uint32_t>(order[i]));
    CellNode& node = tree.at(order[i]);
    node.stacked = from.axis == 1;
    node.child = {static_cast<std::int32_t>(from.child[0]), static_cast<std::int32_t>(from.child[1])};
    for (const std::int32_t child : node.child) {
      tree.at(child).parent = order[i];
      order.push_back(child);
    }
  }
  tree.at(tree.root).parent = CellNode::none;
  for (auto node = order.rbegin(); node != order.rend(); ++node)
    if (!tree.is_leaf(*node)) tree.update(*node);
}

CellTree cell_tree_of(const CellProblem& problem, const slices::Tree<2>& slicing) {
  CellTree tree;
  for (const PartSize& size : part_sizes(problem)) tree.nodes.push_back({.size = size});
  tree.nodes.resize(slicing.size());
  copy_cuts(slicing, tree);
  Connection(problem, tree).join();
  return tree;
}

// --- Improvement: annealing of slicing trees by a price, then changes of single cuts

constexpr double infinite_price = std::numeric_limits<double>::infinity();

// The perimeter of the most compact polyomino of so many cells (Harary & Harborth 1976).
std::int64_t least_perimeter(std::int64_t cells) {
  return 2 * static_cast<std::int64_t>(std::ceil(2 * std::sqrt(static_cast<double>(cells)) - 1e-6));
}

// A band of columns, not turned, of a part.
struct BandOf {
  Band band;
  std::int32_t part;
};

// Whether two bands, which do not overlap, have more than a corner in common.
bool share_a_side(const Band& one, const Band& other) {
  const std::int64_t across = std::min(one.x_end, other.x_end) - std::max(one.x, other.x);
  const std::int64_t along = std::min(one.y_end, other.y_end) - std::max(one.y, other.y);
  return across >= 0 && along >= 0 && across + along > 0;
}

// Counts pairs of parts with a common side. O(n sqrt n) for n parts, if they are about square.
std::int64_t count_pairs(std::vector<BandOf>& bands) {
  std::ranges::sort(bands, {}, [](const BandOf& each) { return each.band.x; });
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
  for (std::size_t i = 0; i < bands.size(); ++i)
    for (std::size_t j = i + 1; j < bands.size() && bands[j].band.x <= bands[i].band.x_end; ++j)
      if (bands[i].part != bands[j].part && share_a_side(bands[i].band, bands[j].band))
        pairs.emplace_back(std::minmax(bands[i].part, bands[j].part));
  std::ranges::sort(pairs);
  return std::unique(pairs.begin(), pairs.end()) - pairs.begin();
}

// The cost of a tree's division by edges and latency. A part that is empty or in pieces costs more than any cut.
class TreePrice {
 public:
  explicit TreePrice(const CellProblem& problem)
      : rows_(problem.rows), columns_(problem.columns), latency_(problem.latency) {
    for (const PartSize& size : part_sizes(problem)) least_ += least_perimeter(size.least);
    least_pairs_ = static_cast<std::int64_t>(problem.cluster.size()) - 1;
  }

  // The cost, or infinity if it is above the limit.
  [[nodiscard]] double of(const CellTree& tree, double limit = infinite_price) {
    const std::int64_t sides = rows_ + columns_;
    // Of the parts that were placed, and the least of the others.
    std::int64_t perimeter = least_;
    std::int64_t faults = 0;
    const auto cost = [&](std::int64_t pairs) {
      const std::int64_t edges = perimeter / 2 - sides;
      return static_cast<double>(edges + sides * faults) + latency_ * static_cast<double>(pairs);
    };
    bands_.clear();
    walk_.run(tree, tree.root, rows_ * columns_, whole_region(rows_, columns_), [&](const CellPlace& place) {
      if (!tree.is_leaf(place.node)) return true;
      const Outline outline = outline_of(place.region);
      perimeter += outline.perimeter - least_perimeter(tree.at(place.node).size.least);
      faults += std::abs(outline.pieces - 1);
      for (const Band& band : place.region.bands)
        if (latency_ > 0)
          bands_.push_back({place.region.turned ? Band{band.y, band.y_end, band.x, band.x_end} : band, place.node});
      return cost(least_pairs_) <= limit;
    });
    if (cost(least_pairs_) > limit) return infinite_price;
    const double all = cost(latency_ > 0 ? count_pairs(bands_) : 0);
    return all <= limit ? all : infinite_price;
  }

 private:
  std::int64_t rows_;
  std::int64_t columns_;
  double latency_;
  std::int64_t least_ = 0;  // sum of the least perimeters of all parts
  std::int64_t least_pairs_ = 0;
  TreeWalk walk_;
  std::vector<BandOf> bands_;
};

// Changes single cuts while nodes may be placed: by annealing, then while that is better.
class CutSearch {
 public:
  CutSearch(TreePrice& price, CellTree& tree, std::int64_t nodes)
      : price_(price), tree_(tree), left_(nodes), least_(price.of(tree)) {}

  // Simulated annealing with so many nodes, from a temperature of `hottest` edges down.
  void anneal(double hottest, std::int64_t nodes, RandomStream& stream) {
    constexpr double coldest = 0.05;  // share of the first temperature
    const std::size_t leaves = (tree_.nodes.size() + 1) / 2;
    if (leaves < 2) return;
    CellTree best = tree_;
    double energy = least_;
    double heat = hottest;
    const double cooling = std::pow(coldest, static_cast<double>(tree_.nodes.size()) / static_cast<double>(nodes));
    for (const std::int64_t end = left_ - nodes; left_ > end; heat *= cooling) {
      CellNode& cut = tree_.nodes[leaves + draw_below(leaves - 1, stream)];
      const CellNode before = cut;
      change(cut, draw_below(kinds, stream));
      const double limit = energy - heat * std::log(1 - draw_unit(stream));
      if (const double next = price(limit); next <= limit)
        energy = next;
      else
        cut = before;
      if (energy >= least_) continue;
      least_ = energy;
      best = tree_;
    }
    tree_ = std::move(best);
  }

  void descend() {
    constexpr std::size_t few_nodes = 20;  // with few pairs of nodes
    for (bool is_better = true; is_better && left_ > 0;) {
      is_better = false;
      for (CellNode& node : tree_.nodes)
        if (node.child[0] != CellNode::none) is_better |= improves(node);
      if (is_better || tree_.nodes.size() > few_nodes) continue;
      for (std::int32_t part = 0; tree_.is_leaf(part); ++part) is_better |= becomes_guest(part);
    }
  }

 private:
  static constexpr unsigned corners = 8;  // of a region, each filled by columns or by rows
  static constexpr unsigned kinds = 9 + corners;

  static void change(CellNode& cut, std::size_t kind) {
    if (kind == 0) cut.partial = other(cut.partial);
    if (kind == 1) cut.snaps = !cut.snaps;
    if (kind == 2) ++cut.shift;
    if (kind == 3) --cut.shift;
    if (kind == 4) cut.aspect *= 0.9;
    if (kind == 5) cut.aspect *= 1.1;
    if (kind == 6) cut.is_corner = false;
    if (kind == 7) std::swap(cut.child[0], cut.child[1]);
    if (kind == 8) cut.stacked = !cut.stacked;
    if (kind >= kinds - corners) make_corner(cut, static_cast<unsigned>(kind) - (kinds - corners));
  }

  bool improves(CellNode& cut) {
    bool is_better = false;
    for (std::size_t kind = 0; kind < kinds; ++kind)
      is_better |= tries(cut, [&] {
        change(cut, kind);
        // The guest in a corner is the smaller one.
        if (kind >= kinds - corners && tree_.at(cut.child[0]).size.units < tree_.at(cut.child[1]).size.units)
          std::swap(cut.child[0], cut.child[1]);
      });
    return is_better;
  }

  // Cuts the part out of a corner of another node's region.
  bool becomes_guest(std::int32_t part) {
    bool is_better = false;
    for (std::int32_t host = 0; host < static_cast<std::int32_t>(tree_.nodes.size()); ++host)
      for (unsigned corner = 0; corner < corners; ++corner) {
        const std::int32_t cut = tree_.at(part).parent;
        if (host == part || host == cut) continue;
        is_better |= tries(tree_, [&] {
          tree_.make_guest(part, host);
          make_corner(tree_.at(cut), corner);
        });
      }
    return is_better;
  }

  // Makes a change, and undoes it unless the tree is better.
  template <class Changed, class Change>
  bool tries(Changed& changed, const Change& make_change) {
    if (left_ <= 0) return false;
    Changed before = changed;
    make_change();
    const double next = price(least_);
    if (next >= least_) {
      changed = std::move(before);
      return false;
    }
    least_ = next;
    return true;
  }

  double price(double limit) {
    left_ -= static_cast<std::int64_t>(tree_.nodes.size());
    return price_.of(tree_, limit);
  }

  static void make_corner(CellNode& cut, unsigned corner) {
    cut.is_corner = true;
    cut.stacked = (corner & 1U) != 0;
    cut.far = {(corner & 2U) != 0, (corner & 4U) != 0};
    cut.aspect = 1;
  }

  TreePrice& price_;
  CellTree& tree_;
  std::int64_t left_;
  double least_;
};

}  // namespace

std::vector<std::int64_t> largest_remainders(const CellProblem& problem) {
  const std::vector<PartSize> sizes = part_sizes(problem);
  std::vector<std::int64_t> cells;
  std::vector<double> missing;
  std::int64_t rest = problem.rows * problem.columns;
  for (const PartSize& size : sizes) {
    cells.push_back(
        std::clamp(static_cast<std::int64_t>(std::floor(size.share + share_rounding)), size.least, size.most));
    missing.push_back(size.share - static_cast<double>(cells.back()));
    rest -= cells.back();
  }
  // Too many cells may have been dealt, since parts are kept from being empty.
  const std::int64_t step = rest >= 0 ? 1 : -1;
  if (step < 0)
    for (double& each : missing) each = -each;
  for (const std::size_t i : descending_order(missing)) {
    if (rest == 0) break;
    if (cells[i] + step < sizes[i].least || cells[i] + step > sizes[i].most) continue;
    cells[i] += step;
    rest -= step;
  }
  return cells;
}

void require_full_grid(const CellProblem& problem, const char* algorithm) {
  if (!problem.loads) return;
  throw InputError(
      "{} divides arrays without loads and masks; "
      "BEST, MULTILEVEL, JOGGED, RCB, HIER-RB, HIER-RELAXED, JAG-PQ, JAG-M and RECTILINEAR take loads",
      algorithm);
}

RectangleProblem rectangle_problem(const CellProblem& problem) {
  return {problem.extent(), problem.cluster, problem.latency};
}

Decomposition division_of(const CellProblem& problem, const slices::Tree<2>& slicing) {
  return division_by_tree(problem, cell_tree_of(problem, slicing));
}

Decomposition improved(const CellProblem& problem, const slices::Tree<2>& start, std::int64_t nodes,
                       RandomStream& stream) {
  const bool has_latency = problem.latency > 0;
  if (has_latency) nodes = 3 * nodes / 4;  // neighbours are counted, too
  const auto share = [&](double of_nodes) { return static_cast<std::int64_t>(of_nodes * static_cast<double>(nodes)); };
  const std::int64_t by_slices = share(has_latency ? 0.5 : 0.8);
  TreePrice price(problem);
  CellTree tree = cell_tree_of(problem, start);
  const auto parts = static_cast<double>(start.leaves());
  const double side = std::sqrt(static_cast<double>(problem.rows) * static_cast<double>(problem.columns) / parts);
  const slices::Annealing settings{
      .moves = static_cast<std::size_t>(by_slices) / start.size(), .hottest = 1 / side, .coldest = 0.05 / side};
  const slices::Problem<2> sliced{.extent = {static_cast<double>(problem.columns), static_cast<double>(problem.rows)},
                                  .volumes = shares(problem),
                                  .latency = problem.latency};
  const auto snap = [&](const slices::Tree<2>& slicing) {
    copy_cuts(slicing, tree);
    for (CellNode& node : tree.nodes) node.snaps = true;
  };
  // Cuts at whole lines can cost less than those at the exact shares by so much.
  const double slack = 2 + 0.1 * parts + problem.latency;
  snap(slices::annealed<2>(sliced, start, settings, stream, [&](slices::Tree<2>& slicing, double limit) {
    if (slices::cost(slicing, sliced) > limit + slack) return infinite_price;
    snap(slicing);
    return price.of(tree, limit);
  }));
  CutSearch cuts(price, tree, nodes - by_slices);
  // Single cuts decide which parts are neighbours.
  if (has_latency) cuts.anneal(3, share(0.4), stream);
  cuts.descend();
  return division_by_tree(problem, tree);
}

}  // namespace apportion

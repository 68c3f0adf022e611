// Trees of cuts over whole cells: their costs, trees of rectangle algorithms' answers, and joining of parts in pieces.
#include "extensions/cells/algorithms/cell_tree.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "algorithms/slices/slicing_tree.hpp"
#include "base/error.hpp"

namespace apportion {
namespace {

// --- Sizes of parts

// The exponent of the largest power of two with which the cells, plus one for rounding of each part, stay below 2^62.
int exponent_of_units(std::int64_t cells, std::size_t parts) {
  return 61 - static_cast<int>(std::bit_width(static_cast<std::uint64_t>(cells) + parts));
}

// Shares have rounding errors of doubles; whole ones must count as whole.
constexpr double rounding = 1e-9;

std::vector<std::size_t> in_order(const std::vector<double>& keys, std::size_t count) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t i) { return keys[i]; });
  return order;
}

}  // namespace

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
  for (const std::size_t i : in_order(ideal, ideal.size())) {
    if (spare <= 0) break;
    if (sizes[i].least > 0) continue;
    sizes[i].least = 1;
    --spare;
  }
  return sizes;
}

std::vector<std::int64_t> largest_remainders(const CellProblem& problem) {
  const std::vector<PartSize> sizes = part_sizes(problem);
  std::vector<std::int64_t> cells;
  std::vector<double> missing;
  std::int64_t rest = problem.rows * problem.columns;
  for (const PartSize& size : sizes) {
    cells.push_back(std::clamp(static_cast<std::int64_t>(std::floor(size.share + rounding)), size.least, size.most));
    missing.push_back(size.share - static_cast<double>(cells.back()));
    rest -= cells.back();
  }
  // Too many cells may have been dealt, since parts are kept from being empty.
  const std::int64_t step = rest >= 0 ? 1 : -1;
  if (step < 0)
    for (double& each : missing) each = -each;
  for (const std::size_t i : in_order(missing, missing.size())) {
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
      fmt::format("{} divides arrays without loads and masks; "
                  "BEST, MULTILEVEL, JOGGED, RCB, HIER-RB, HIER-RELAXED, JAG-PQ, JAG-M and RECTILINEAR take loads",
                  algorithm));
}

namespace {

// --- Trees

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

// Places a guest into a corner: on whole columns, of which the last row may be partial; this row begins at the corner,
// so that the host stays convex.
class Corner {
 public:
  Corner(const CellNode& node, const CellRegion& region) : node_(node), region_(region) {}

  // Returns whether there was room for the guest.
  bool place(const Choice& guest, CellPlace& host_place, CellPlace& guest_place) {
    const std::int64_t x = region_.bands.front().x;
    const std::int64_t x_end = region_.bands.back().x_end;
    const auto wanted =
        static_cast<std::int64_t>(std::lround(std::sqrt(static_cast<double>(guest.nearest) * node_.aspect)));
    const std::int64_t width = std::clamp<std::int64_t>(wanted, 1, x_end - x);
    const std::int64_t cells = node_.snaps ? snapped_guest(guest, width) : guest.nearest;
    CellRegion columns;
    CellRegion others;
    if (node_.far[0])
      split_at(region_, x_end - width, others, columns);
    else
      split_at(region_, x + width, columns, others);
    const std::int64_t room = columns.cells();
    if (room < cells || cells == 0) return false;
    CellRegion above;
    cut_off(columns, room, cells, guest_place.region, above);
    join(above, others, host_place.region);
    guest_place.cells = cells;
    return true;
  }

 private:
  void cut_off(CellRegion& columns, std::int64_t room, std::int64_t cells, CellRegion& guest, CellRegion& above) const {
    turn(columns, !columns.turned);
    // In the turned region "low rows" are low columns.
    const bool guest_is_left = !node_.far[1];
    const bool low_left = guest_is_left != node_.far[0];
    const PartialLine partial = low_left ? PartialLine::low_rows_left : PartialLine::high_rows_left;
    if (guest_is_left)
      split(columns, cells, partial, guest, above);
    else
      split(columns, room - cells, partial, above, guest);
  }

  void join(CellRegion& above, CellRegion& others, CellRegion& host) const {
    turn(above, others.turned);
    host = std::move(node_.far[0] ? others : above);
    append(host, node_.far[0] ? above : others);
  }

  const CellNode& node_;
  const CellRegion& region_;
};

bool place_corner(const CellTree& tree, CellPlace& place, CellPlace& host, CellPlace& guest) {
  const CellNode& node = tree.at(place.node);
  if (place.cells == 0) return false;
  const Choice choice = choice_of(tree.at(node.child[1]).size, tree.at(node.child[0]).size, place.cells, node.shift);
  if (!Corner(node, place.region).place(choice, host, guest)) return false;
  host.cells = place.cells - guest.cells;
  return true;
}

}  // namespace

std::int32_t CellTree::add_leaf(std::size_t processor, const PartSize& size) {
  nodes.push_back({.processor = processor, .size = size});
  return static_cast<std::int32_t>(nodes.size()) - 1;
}

std::int32_t CellTree::add_cut(bool stacked, std::int32_t first, std::int32_t second) {
  nodes.push_back({.kind = CellNodeKind::cut, .stacked = stacked, .child = {first, second}});
  const auto node = static_cast<std::int32_t>(nodes.size()) - 1;
  at(first).parent = node;
  at(second).parent = node;
  update(node);
  return node;
}

void CellTree::update(std::int32_t node) {
  const PartSize& first = at(at(node).child[0]).size;
  const PartSize& second = at(at(node).child[1]).size;
  at(node).size = {first.share + second.share, first.units + second.units, first.least + second.least,
                   first.most + second.most};
}

void divide_place(const CellTree& tree, CellPlace& place, CellPlace& first, CellPlace& second) {
  const CellNode& node = tree.at(place.node);
  first.node = node.child[0];
  second.node = node.child[1];
  turn(place.region, node.stacked);
  if (node.kind == CellNodeKind::corner && place_corner(tree, place, first, second)) return;
  const Choice choice = choice_of(tree.at(first.node).size, tree.at(second.node).size, place.cells, node.shift);
  first.cells = node.snaps ? snapped(choice, place.region) : choice.nearest;
  second.cells = place.cells - first.cells;
  split(place.region, first.cells, node.partial, first.region, second.region);
}

bool CellCost::is_better_than(const CellCost& other) const {
  const std::weak_ordering order = rank <=> other.rank;
  return order != 0 ? order < 0 : deviation < other.deviation;
}

Decomposition division_of(const CellProblem& problem, const CellTree& tree) {
  Decomposition division{problem.extent(), std::vector<Rect>(problem.cluster.size())};
  const auto take = [&](const CellPlace& place) {
    if (!tree.is_leaf(place.node)) return true;
    const std::size_t processor = tree.at(place.node).processor;
    const std::vector<Rect> rects = rectangles_of(place.region);
    if (!rects.empty()) division.parts[processor] = rects.front();
    for (std::size_t i = 1; i < rects.size(); ++i) division.further.push_back({processor, rects[i]});
    return true;
  };
  TreeWalk().run(tree, tree.root, problem.rows * problem.columns, whole_region(problem.rows, problem.columns), take);
  std::ranges::stable_sort(division.further, {}, &FurtherRect::processor);
  return division;
}

std::int64_t deviation_of(std::int64_t cells, double share) {
  constexpr double unit = 1e6;
  const double distance = std::min(std::abs(static_cast<double>(cells) - share), 2.0);
  return static_cast<std::int64_t>(std::lround(unit * distance * distance));
}

CellCost cost_of(const CellProblem& problem, const Decomposition& division) {
  CellCost cost{.rank = cell_rank(problem, division)};
  const std::vector<double> ideal = shares(problem);
  const std::vector<double> loads = part_loads(problem, division);
  for (std::size_t i = 0; i < ideal.size(); ++i)
    cost.deviation += deviation_of(static_cast<std::int64_t>(loads[i]), ideal[i]);
  return cost;
}

namespace {

// --- Parts in several pieces, and the small changes of a tree that join them

constexpr int most_cuts_above = 8;
constexpr std::size_t most_steps_per_node = 20;  // cuts that are tried in all

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

// Joins parts in several pieces, such as thin ones between two steps: puts the partial line of a cut above to its other
// end, or moves the cut to a whole line, if that leaves fewer pieces. It tries the eight cuts above each such part,
// from the lowest up, with a limit of steps per node. The tree is over all processors of the problem; no other cut
// changes.
void join_pieces(const CellProblem& problem, CellTree& tree) { Connection(problem, tree).join(); }

// --- Trees

struct Range {
  std::size_t first = 0;
  std::size_t last = 0;
  double width = 0;
  double height = 0;
};

}  // namespace

RectangleProblem rectangle_problem(const CellProblem& problem) {
  return {problem.extent(), problem.cluster, problem.latency};
}

std::optional<CellTree> cell_tree_of(const CellProblem& problem, const Decomposition& decomposition) {
  const std::optional<slices::Tree<2>> slicing = slices::tree_of(decomposition);
  if (!slicing) return std::nullopt;
  const std::vector<PartSize> sizes = part_sizes(problem);
  CellTree tree;
  tree.nodes.reserve(slicing->size());
  for (std::size_t processor = 0; processor < sizes.size(); ++processor) tree.add_leaf(processor, sizes[processor]);
  tree.root = 0;
  // Children come before their parents.
  for (std::uint32_t node = slicing->leaves(); node < slicing->size(); ++node) {
    const auto& [first, second] = slicing->at(node).child;
    tree.root =
        tree.add_cut(slicing->at(node).axis == 1, static_cast<std::int32_t>(first), static_cast<std::int32_t>(second));
  }
  join_pieces(problem, tree);
  return tree;
}

CellTree bisection_tree(const CellProblem& problem) {
  const std::vector<PartSize> sizes = part_sizes(problem);
  CellTree tree;
  for (std::size_t processor = 0; processor < sizes.size(); ++processor) tree.add_leaf(processor, sizes[processor]);
  std::vector<double> before(sizes.size() + 1, 0);
  for (std::size_t i = 0; i < sizes.size(); ++i) before[i + 1] = before[i] + problem.cluster.speeds[i];
  std::vector<Range> ranges = {
      {0, sizes.size(), static_cast<double>(problem.columns), static_cast<double>(problem.rows)}};
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const Range range = ranges[i];
    if (range.last - range.first == 1) continue;
    const std::size_t middle = range.first + (range.last - range.first) / 2;
    const double share = (before[middle] - before[range.first]) / (before[range.last] - before[range.first]);
    const bool stacked = range.height > range.width;
    const auto half = [&](std::size_t first, std::size_t last, double part) -> Range {
      return {first, last, stacked ? range.width : range.width * part, stacked ? range.height * part : range.height};
    };
    ranges.push_back(half(range.first, middle, share));
    ranges.push_back(half(middle, range.last, 1 - share));
  }
  // The halves of ranges are in the order of the ranges.
  std::vector<std::int32_t> node(ranges.size());
  std::size_t next = ranges.size();
  for (std::size_t i = ranges.size(); i-- > 0;) {
    const Range& range = ranges[i];
    if (range.last - range.first == 1) {
      node[i] = static_cast<std::int32_t>(range.first);
      continue;
    }
    next -= 2;
    node[i] = tree.add_cut(range.height > range.width, node[next], node[next + 1]);
  }
  tree.root = node[0];
  join_pieces(problem, tree);
  return tree;
}

}  // namespace apportion

// Where the cuts of a tree over whole cells lie, and the division that they make.
#include "algorithms/cells/cell_tree.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/rectangles/costs.hpp"

namespace apportion {
namespace {

// The sizes that the first child can have.
struct Choice {
  std::int64_t least = 0;
  std::int64_t nearest = 0;  // to its share
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

// The whole line nearest to the share that the sizes allow, or else the share.
std::int64_t snapped(const Choice& choice, const CellRegion& region) {
  const WholeColumns whole = whole_columns_around(region, choice.nearest);
  const bool below = choice.allows(whole.below);
  const bool above = choice.allows(whole.above);
  if (below && (!above || choice.nearest - whole.below <= whole.above - choice.nearest)) return whole.below;
  return above ? whole.above : choice.nearest;
}

// A guest of whole lines, if the sizes allow it.
std::int64_t snapped_guest(const Choice& choice, std::int64_t width) {
  const std::int64_t below = choice.nearest / width * width;
  if (choice.allows(below) && below > 0) return below;
  return choice.allows(below + width) ? below + width : choice.nearest;
}

// Guests stand on whole columns, which may have more rows than they need; the row that is not full begins at the
// corner, so that the host stays convex.
class Corner {
 public:
  Corner(const CellNode& node, const CellRegion& region) : node_(node), region_(region) {}

  // Whether there was room for the guest.
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

}  // namespace apportion

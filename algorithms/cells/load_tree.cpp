// Trees of cuts by loads, straight and jogged.
#include "algorithms/cells/load_tree.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "base/stopping.hpp"

namespace apportion {
namespace {

Rect rect_of(const CellRegion& region, const Band& band) { return rect_of(LineBox{region.turned, band}); }

double load_of(const CellProblem& problem, const CellRegion& region) {
  double load = 0;
  for (const Band& band : region.bands) load += load_of(problem, rect_of(region, band));
  return load;
}

/// The load of a band's first cells: whole columns, then the low rows of one.
double load_of_first(const CellProblem& problem, const CellRegion& region, const Band& band, std::int64_t cells) {
  const std::int64_t x = band.x + cells / band.height();
  const double whole = load_of(problem, rect_of(region, {band.x, x, band.y, band.y_end}));
  const std::int64_t rest = cells % band.height();
  return rest == 0 ? whole : whole + load_of(problem, rect_of(region, {x, x + 1, band.y, band.y + rest}));
}

/// How many of a region's first cells have the load nearest to this one.
std::int64_t nearest_cell(const CellProblem& problem, const CellRegion& region, double load) {
  std::int64_t before = 0;
  for (const Band& band : region.bands) {
    const double whole = load_of(problem, rect_of(region, band));
    if (load > whole && &band != &region.bands.back()) {
      load -= whole;
      before += band.cells();
      continue;
    }
    std::int64_t least = 0;
    std::int64_t most = band.cells();
    while (most - least > 1) {
      const std::int64_t middle = least + (most - least) / 2;
      (load_of_first(problem, region, band, middle) < load ? least : most) = middle;
    }
    const double below = load - load_of_first(problem, region, band, least);
    const double above = load_of_first(problem, region, band, most) - load;
    return before + (above < below ? most : least);
  }
  return before;
}

struct NodeRegion {
  std::size_t node = 0;
  CellRegion region = {};
};

void add_part(Decomposition& division, std::size_t processor, const CellRegion& region) {
  const std::vector<Rect> rects = rectangles_of(region);
  if (rects.empty()) return;
  division.parts[processor] = rects.front();
  for (std::size_t i = 1; i < rects.size(); ++i) division.further.push_back({processor, rects[i]});
}

}  // namespace

LoadTree tree_without_nodes(const CellProblem& problem) {
  LoadTree tree{.order = fastest_first(problem)};
  tree.speed_behind.assign(tree.order.size() + 1, 0);
  for (std::size_t place = tree.order.size(); place-- > 0;)
    tree.speed_behind[place] = tree.speed_behind[place + 1] + problem.cluster.speeds[tree.order[place]];
  return tree;
}

void cut_by(const CellProblem& problem, LoadTree& tree,
            const std::function<LoadCut(const LoadTree& tree, const BoxToCut& asked)>& rule) {
  struct Open {
    std::size_t node = 0;
    BoxToCut asked;
  };
  std::vector<Open> open = {{0, {whole_box(problem, false), 0, tree.order.size()}}};
  tree.nodes.assign(1, {});
  while (!open.empty()) {
    stop_if_asked();
    auto [node, asked] = open.back();
    open.pop_back();
    tree.nodes[node].speed = tree.speed(asked.first, asked.last);
    asked.box = trimmed(problem, asked.box);
    if (asked.last - asked.first == 1) {
      tree.nodes[node].place = asked.first;
      tree.nodes[node].rect = rect_of(asked.box);
      continue;
    }
    const LoadCut cut = rule(tree, asked);
    const LineBox box = cut.turned == asked.box.turned ? asked.box : turned(asked.box);
    const std::size_t child = tree.nodes.size();
    tree.nodes[node].turned = cut.turned;
    tree.nodes[node].child = {child, child + 1};
    tree.nodes.resize(child + 2);
    open.push_back({child, {lines_of(box, box.band.x, cut.x), asked.first, cut.middle}});
    open.push_back({child + 1, {lines_of(box, cut.x, box.band.x_end), cut.middle, asked.last}});
  }
}

std::size_t nearest_half(const LoadTree& tree, std::size_t first, std::size_t last) {
  const double half = tree.speed_behind[first] / 2 + tree.speed_behind[last] / 2;
  const auto begin = tree.speed_behind.begin();
  const auto found = std::lower_bound(begin + static_cast<std::ptrdiff_t>(first) + 1,
                                      begin + static_cast<std::ptrdiff_t>(last) - 1, half, std::greater<>{});
  const auto above = static_cast<std::size_t>(found - begin);
  const bool below_is_nearer =
      above > first + 1 && tree.speed_behind[above - 1] - half <= half - tree.speed_behind[above];
  return below_is_nearer ? above - 1 : above;
}

Decomposition straight_division(const CellProblem& problem, const LoadTree& tree) {
  std::vector<Rect> rects(tree.order.size());
  for (const LoadTreeNode& node : tree.nodes)
    if (node.is_leaf()) rects[node.place] = node.rect;
  return matched_to_speeds(problem, std::move(rects));
}

Decomposition jogged_division(const CellProblem& problem, const LoadTree& tree) {
  const double load_per_speed = total_load(problem) / tree.speed_behind.front();
  Decomposition division{problem.extent(), std::vector<Rect>(tree.order.size())};
  std::vector<NodeRegion> open = {{0, whole_region(problem.rows, problem.columns)}};
  while (!open.empty()) {
    stop_if_asked();
    auto [index, region] = std::move(open.back());
    open.pop_back();
    const LoadTreeNode& node = tree.nodes[index];
    if (node.is_leaf()) {
      add_part(division, tree.order[node.place], region);
      continue;
    }
    turn(region, node.turned);
    const double excess = load_of(problem, region) - node.speed * load_per_speed;
    const double wanted = tree.nodes[node.child[0]].speed * load_per_speed + excess / 2;
    NodeRegion left{node.child[0], {}};
    NodeRegion right{node.child[1], {}};
    split(region, nearest_cell(problem, region, wanted), PartialLine::low_rows_left, left.region, right.region);
    open.push_back(std::move(left));
    open.push_back(std::move(right));
  }
  return matched_to_speeds(problem, division);
}

OptionSpec jogs_option() {
  return {
      .name = "jogs",
      .summary = "each cut takes whole lines and a part of one: every part is within one greatest cell of its share"};
}

}  // namespace apportion

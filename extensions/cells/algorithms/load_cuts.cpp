// Cuts of arrays with loads: of consecutive lines, and trees of cuts.
#include "extensions/cells/algorithms/load_cuts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "base/error.hpp"
#include "base/stopping.hpp"

namespace apportion {
namespace {

// --- Lines

// The greatest x in [least, most] for which `holds` is true; it is true at `least` and false from some x on.
template <class Holds>
std::int64_t last_that(std::int64_t least, std::int64_t most, Holds holds) {
  while (least < most) {
    const std::int64_t middle = least + (most - least + 1) / 2;
    if (holds(middle))
      least = middle;
    else
      most = middle - 1;
  }
  return least;
}

// The ends if each piece takes as many lines as fit; empty if lines are left.
std::vector<std::int64_t> packed(const LineBox& box, const PiecesInOrder& pieces, double bottleneck) {
  std::vector<std::int64_t> ends;
  std::int64_t from = box.band.x;
  for (std::size_t piece = 0; piece < pieces.speeds.size(); ++piece) {
    from = last_that(from, box.band.x_end, [&](std::int64_t to) { return pieces.fits(piece, from, to, bottleneck); });
    ends.push_back(from);
  }
  return from == box.band.x_end ? ends : std::vector<std::int64_t>{};
}

// As packed(), from the end of the box: the first line before which each piece may end.
std::vector<std::int64_t> packed_from_the_end(const LineBox& box, const PiecesInOrder& pieces, double bottleneck) {
  std::vector<std::int64_t> ends(pieces.speeds.size());
  std::int64_t to = box.band.x_end;
  for (std::size_t piece = ends.size(); piece-- > 0;) {
    ends[piece] = to;
    to = -last_that(-to, -box.band.x, [&](std::int64_t from) { return pieces.fits(piece, -from, to, bottleneck); });
  }
  return ends;
}

// The cuts nearest to shares. A cut between its first and last possible place leaves room for all pieces after it, and
// for its own piece if that reaches it from the cut before.
std::vector<std::int64_t> spread(const CellProblem& problem, const LineBox& box, const PiecesInOrder& pieces,
                                 double bottleneck) {
  std::vector<std::int64_t> ends = packed_from_the_end(box, pieces, bottleneck);
  const double factor = load_of(problem, box) / std::accumulate(pieces.speeds.begin(), pieces.speeds.end(), 0.0);
  std::int64_t from = box.band.x;
  double speed = 0;
  for (std::size_t piece = 0; piece + 1 < ends.size(); ++piece) {
    const auto reached = [&](std::int64_t to) { return pieces.fits(piece, from, to, bottleneck); };
    speed += pieces.speeds[piece];
    const std::int64_t least = std::max(ends[piece], from);
    const std::int64_t wanted = std::max(least, nearest_line(problem, box, speed * factor));
    ends[piece] = reached(wanted) ? wanted : last_that(least, wanted, reached);
    from = ends[piece];
  }
  return ends;
}

}  // namespace

LineBox whole_box(const CellProblem& problem, bool turned) {
  const std::int64_t x = turned ? problem.rows : problem.columns;
  const std::int64_t y = turned ? problem.columns : problem.rows;
  return {turned, {0, x, 0, y}};
}

LineBox turned(const LineBox& box) { return {!box.turned, {box.band.y, box.band.y_end, box.band.x, box.band.x_end}}; }

LineBox lines_of(const LineBox& box, std::int64_t from, std::int64_t to) {
  return {box.turned, {from, to, box.band.y, box.band.y_end}};
}

Rect rect_of(const LineBox& box) {
  const Band& band = box.band;
  const Rect rect{static_cast<double>(band.y), static_cast<double>(band.x), static_cast<double>(band.height()),
                  static_cast<double>(band.width())};
  return box.turned ? rect.transposed() : rect;
}

double load_of(const CellProblem& problem, const LineBox& box) { return load_of(problem, rect_of(box)); }

double load_between(const CellProblem& problem, const LineBox& box, std::int64_t from, std::int64_t to) {
  return load_of(problem, lines_of(box, from, to));
}

std::int64_t last_within(const CellProblem& problem, const LineBox& box, std::int64_t from, double load) {
  return last_that(from, box.band.x_end, [&](std::int64_t to) { return load_between(problem, box, from, to) <= load; });
}

std::int64_t nearest_line(const CellProblem& problem, const LineBox& box, double load) {
  stop_if_asked();
  const auto before = [&](std::int64_t x) { return load_between(problem, box, box.band.x, x); };
  const std::int64_t below =
      last_that(box.band.x, box.band.x_end, [&](std::int64_t x) { return x == box.band.x || before(x) < load; });
  if (below == box.band.x_end) return below;
  return std::fabs(before(below + 1) - load) < std::fabs(load - before(below)) ? below + 1 : below;
}

LineBox trimmed(const CellProblem& problem, const LineBox& box) {
  if (!problem.loads) return box;
  const auto active = [&](const LineBox& lines) { return problem.loads->active_in(rect_of(lines)); };
  const std::int64_t all = active(box);
  if (all == 0) return box;
  const auto without_margins = [&](const LineBox& wide) {
    const Band& band = wide.band;
    const auto before = [&](std::int64_t x) { return active(lines_of(wide, band.x, x)); };
    const std::int64_t from = last_that(band.x, band.x_end, [&](std::int64_t x) { return before(x) == 0; });
    const std::int64_t to = -last_that(-band.x_end, -from, [&](std::int64_t x) { return before(-x) == all; });
    return lines_of(wide, from, to);
  };
  return turned(without_margins(turned(without_margins(box))));
}

double least_bottleneck(double ideal, const std::function<bool(double bottleneck)>& possible) {
  constexpr double tolerance = 1e-9;
  if (!(ideal >= 0) || std::isinf(ideal))
    throw std::logic_error(fmt::format("the ideal load per speed is {}; it must be finite and not negative", ideal));
  if (ideal == 0 && possible(0)) return 0;
  // The step must not be 0.
  double low = std::max(ideal, std::numeric_limits<double>::min());
  double high = low;
  for (double step = low / 256; !possible(high); step *= 2) {
    if (std::isinf(high)) throw std::logic_error("no load per speed is possible");
    low = high;
    high += step;
  }
  while (high - low > tolerance * high) {
    stop_if_asked();
    const double middle = low + (high - low) / 2;
    (possible(middle) ? high : low) = middle;
  }
  return high;
}

OrderedCuts best_cuts(const CellProblem& problem, const LineBox& box, const PiecesInOrder& pieces) {
  const double speed = std::accumulate(pieces.speeds.begin(), pieces.speeds.end(), 0.0);
  // Rounding may make the load of a box slightly negative.
  const double bottleneck = least_bottleneck(std::max(load_of(problem, box), 0.0) / speed,
                                             [&](double candidate) { return !packed(box, pieces, candidate).empty(); });
  return {spread(problem, box, pieces, bottleneck), bottleneck};
}

PiecesInOrder single_processors(const CellProblem& problem, const LineBox& box, std::vector<double> speeds) {
  PiecesInOrder pieces{std::move(speeds), {}};
  pieces.fits = [&problem, box, speeds = pieces.speeds](std::size_t piece, std::int64_t from, std::int64_t to,
                                                        double bottleneck) {
    return load_between(problem, box, from, to) <= bottleneck * speeds[piece];
  };
  return pieces;
}

std::vector<std::size_t> fastest_first(const CellProblem& problem) {
  std::vector<std::size_t> order(problem.cluster.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t i) { return problem.cluster.speeds[i]; });
  return order;
}

namespace {

// Gives processors of equal speed their parts in the order of both.
void keep_equals_in_order(const CellProblem& problem, const std::vector<std::size_t>& fastest,
                          const std::vector<std::size_t>& heaviest, std::vector<std::size_t>& processor_of) {
  const std::vector<double>& speeds = problem.cluster.speeds;
  for (std::size_t first = 0, last = 0; first < fastest.size(); first = last) {
    while (last < fastest.size() && speeds[fastest[last]] == speeds[fastest[first]]) ++last;
    const auto of = [&](const std::vector<std::size_t>& list) {
      std::vector<std::size_t> some(list.begin() + static_cast<std::ptrdiff_t>(first),
                                    list.begin() + static_cast<std::ptrdiff_t>(last));
      std::ranges::sort(some);
      return some;
    };
    const std::vector<std::size_t> parts = of(heaviest);
    const std::vector<std::size_t> processors = of(fastest);
    for (std::size_t i = 0; i < parts.size(); ++i) processor_of[parts[i]] = processors[i];
  }
}

}  // namespace

Decomposition with_processors(const Decomposition& division, const std::vector<std::size_t>& processors) {
  Decomposition result{division.extent, std::vector<Rect>(division.parts.size()), division.further};
  for (std::size_t part = 0; part < processors.size(); ++part) result.parts[processors[part]] = division.parts[part];
  for (FurtherRect& further : result.further) further.processor = processors[further.processor];
  std::ranges::stable_sort(result.further, {}, &FurtherRect::processor);
  return result;
}

Decomposition matched_to_speeds(const CellProblem& problem, const Decomposition& division) {
  const std::vector<double> loads = part_loads(problem, division);
  std::vector<std::size_t> heaviest_first(loads.size());
  std::iota(heaviest_first.begin(), heaviest_first.end(), std::size_t{0});
  std::ranges::stable_sort(heaviest_first, std::ranges::greater{}, [&](std::size_t i) { return loads[i]; });
  const std::vector<std::size_t> order = fastest_first(problem);
  std::vector<std::size_t> processor_of(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) processor_of[heaviest_first[i]] = order[i];
  keep_equals_in_order(problem, order, heaviest_first, processor_of);
  return with_processors(division, processor_of);
}

Decomposition matched_to_speeds(const CellProblem& problem, std::vector<Rect> rects) {
  return matched_to_speeds(problem, Decomposition{problem.extent(), std::move(rects)});
}

void require_few_processors(const CellProblem& problem, const char* algorithm) {
  constexpr std::size_t most = 100'000;
  if (problem.cluster.size() > most)
    throw InputError(fmt::format("{} takes at most {} processors, and there are {}; RCB takes any number", algorithm,
                                 most, problem.cluster.size()));
}

namespace {

// --- Trees

Rect rect_of(const CellRegion& region, const Band& band) { return rect_of(LineBox{region.turned, band}); }

double load_of(const CellProblem& problem, const CellRegion& region) {
  double load = 0;
  for (const Band& band : region.bands) load += load_of(problem, rect_of(region, band));
  return load;
}

// The load of a band's first cells: whole columns, then the low rows of the next.
double load_of_first(const CellProblem& problem, const CellRegion& region, const Band& band, std::int64_t cells) {
  const std::int64_t x = band.x + cells / band.height();
  const double whole = load_of(problem, rect_of(region, {band.x, x, band.y, band.y_end}));
  const std::int64_t rest = cells % band.height();
  return rest == 0 ? whole : whole + load_of(problem, rect_of(region, {x, x + 1, band.y, band.y + rest}));
}

// The number of a region's first cells whose load is nearest to this one.
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

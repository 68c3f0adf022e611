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

// --- Trees

double load_of(const CellProblem& problem, const CellRegion& region) {
  double load = 0;
  for (const Band& band : region.bands) load += load_of(problem, rect_of(band, region.turned));
  return load;
}

// The load of a band's first cells: whole columns, then the low rows of the next.
double load_of_first(const CellProblem& problem, const CellRegion& region, const Band& band, std::int64_t cells) {
  const std::int64_t x = band.x + cells / band.height();
  const double whole = load_of(problem, rect_of({band.x, x, band.y, band.y_end}, region.turned));
  const std::int64_t rest = cells % band.height();
  return rest == 0 ? whole : whole + load_of(problem, rect_of({x, x + 1, band.y, band.y + rest}, region.turned));
}

// The number of a region's first cells whose load is nearest to this one.
std::int64_t nearest_cell(const CellProblem& problem, const CellRegion& region, double load) {
  std::int64_t before = 0;
  for (const Band& band : region.bands) {
    const double whole = load_of(problem, rect_of(band, region.turned));
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

// Cuts boxes by a rule.
struct Cutting {
  // Cuts a box. Returns its node.
  slices::Tree<2>::Number cut(BoxToCut asked) {
    stop_if_asked();
    asked.box = trimmed(problem, asked.box);
    const double speed = order.speed(asked.first, asked.last);
    if (asked.last - asked.first == 1) {
      rects[asked.first] = rect_of(asked.box);
      speeds[order.order[asked.first]] = speed;
      return static_cast<slices::Tree<2>::Number>(order.order[asked.first]);
    }
    const LoadCut found = rule(order, asked);
    const LineBox box = found.turned == asked.box.turned ? asked.box : turned(asked.box);
    const auto first = cut({lines_of(box, box.band.x, found.x), asked.first, found.middle});
    const auto second = cut({lines_of(box, found.x, box.band.x_end), found.middle, asked.last});
    speeds[tree.size()] = speed;
    return tree.join(first, second, found.turned ? 1 : 0);
  }

  const CellProblem& problem;
  const std::function<LoadCut(const SpeedOrder& order, const BoxToCut& asked)>& rule;
  SpeedOrder order;
  slices::Tree<2> tree;
  std::vector<Rect> rects;     // [place of the order]
  std::vector<double> speeds;  // [node]
};

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

Rect rect_of(const LineBox& box) { return rect_of(box.band, box.turned); }

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

std::vector<std::size_t> descending_order(const std::vector<double>& keys) {
  std::vector<std::size_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t i) { return keys[i]; });
  return order;
}

std::vector<std::size_t> fastest_first(const CellProblem& problem) { return descending_order(problem.cluster.speeds); }

Decomposition with_processors(const Decomposition& division, const std::vector<std::size_t>& processors) {
  Decomposition result{division.extent, std::vector<Rect>(division.parts.size()), division.further};
  for (std::size_t part = 0; part < processors.size(); ++part) result.parts[processors[part]] = division.parts[part];
  for (FurtherRect& further : result.further) further.processor = processors[further.processor];
  std::ranges::stable_sort(result.further, {}, &FurtherRect::processor);
  return result;
}

Decomposition matched_to_speeds(const CellProblem& problem, const Decomposition& division) {
  const std::vector<double>& speeds = problem.cluster.speeds;
  const std::vector<std::size_t> fastest = fastest_first(problem);
  std::vector<std::size_t> heaviest = descending_order(part_loads(problem, division));
  // Processors of equal speed get their parts in the order of both.
  for (std::size_t first = 0, last = 0; first < fastest.size(); first = last) {
    while (last < fastest.size() && speeds[fastest[last]] == speeds[fastest[first]]) ++last;
    std::sort(heaviest.begin() + static_cast<std::ptrdiff_t>(first),
              heaviest.begin() + static_cast<std::ptrdiff_t>(last));
  }
  std::vector<std::size_t> processor_of(fastest.size());
  for (std::size_t i = 0; i < fastest.size(); ++i) processor_of[heaviest[i]] = fastest[i];
  return with_processors(division, processor_of);
}

void require_few_processors(const CellProblem& problem, const char* algorithm) {
  constexpr std::size_t most = 100'000;
  if (problem.cluster.size() > most)
    throw InputError("{} takes at most {} processors, and there are {}; RCB takes any number", algorithm, most,
                     problem.cluster.size());
}

SpeedOrder speed_order(const CellProblem& problem) {
  SpeedOrder order{.order = fastest_first(problem)};
  order.speed_behind.assign(order.order.size() + 1, 0);
  for (std::size_t place = order.order.size(); place-- > 0;)
    order.speed_behind[place] = order.speed_behind[place + 1] + problem.cluster.speeds[order.order[place]];
  return order;
}

std::size_t nearest_half(const SpeedOrder& order, std::size_t first, std::size_t last) {
  const double half = order.speed_behind[first] / 2 + order.speed_behind[last] / 2;
  const auto begin = order.speed_behind.begin();
  const auto found = std::lower_bound(begin + static_cast<std::ptrdiff_t>(first) + 1,
                                      begin + static_cast<std::ptrdiff_t>(last) - 1, half, std::greater<>{});
  const auto above = static_cast<std::size_t>(found - begin);
  const bool below_is_nearer =
      above > first + 1 && order.speed_behind[above - 1] - half <= half - order.speed_behind[above];
  return below_is_nearer ? above - 1 : above;
}

Decomposition cut_by(const CellProblem& problem, bool jogs,
                     const std::function<LoadCut(const SpeedOrder& order, const BoxToCut& asked)>& rule) {
  const std::size_t processors = problem.cluster.size();
  Cutting cutting{problem,
                  rule,
                  speed_order(problem),
                  slices::Tree<2>(problem.cluster.speeds),
                  std::vector<Rect>(processors),
                  std::vector<double>(2 * processors)};
  cutting.cut({whole_box(problem, false), 0, processors});
  return jogs ? jogged_division(problem, cutting.tree, cutting.speeds)
              : matched_to_speeds(problem, {problem.extent(), std::move(cutting.rects)});
}

Decomposition jogged_division(const CellProblem& problem, const slices::Tree<2>& tree,
                              const std::vector<double>& speeds) {
  const auto speed = [&](slices::Tree<2>::Number node) { return speeds.empty() ? tree.at(node).volume : speeds[node]; };
  const double load_per_speed = total_load(problem) / speed_order(problem).speed_behind.front();
  Decomposition division{problem.extent(), std::vector<Rect>(problem.cluster.size())};
  std::vector<std::pair<slices::Tree<2>::Number, CellRegion>> open = {
      {tree.root(), whole_region(problem.rows, problem.columns)}};
  while (!open.empty()) {
    stop_if_asked();
    auto [number, region] = std::move(open.back());
    open.pop_back();
    if (tree.is_leaf(number)) {
      add_part(division, number, rectangles_of(region));
      continue;
    }
    const auto& node = tree.at(number);
    turn(region, node.axis == 1);
    const double excess = load_of(problem, region) - speed(number) * load_per_speed;
    const double wanted = speed(node.child[0]) * load_per_speed + excess / 2;
    CellRegion left;
    CellRegion right;
    split(region, nearest_cell(problem, region, wanted), PartialLine::low_rows_left, left, right);
    open.emplace_back(node.child[0], std::move(left));
    open.emplace_back(node.child[1], std::move(right));
  }
  return matched_to_speeds(problem, division);
}

OptionSpec jogs_option() {
  return {
      .name = "jogs",
      .summary = "each cut takes whole lines and a part of one: every part is within one greatest cell of its share"};
}

}  // namespace apportion

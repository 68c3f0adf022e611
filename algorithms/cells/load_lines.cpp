// Cuts of boxes by binary searches over prefix sums.
#include "algorithms/cells/load_lines.hpp"

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

/// The greatest x in [least, most] that `holds`, which holds at `least` and from some x on no more.
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

/// Each piece takes as many lines as fit; nothing where lines are left.
std::vector<std::int64_t> packed(const LineBox& box, const PiecesInOrder& pieces, double bottleneck) {
  std::vector<std::int64_t> ends;
  std::int64_t from = box.band.x;
  for (std::size_t piece = 0; piece < pieces.speeds.size(); ++piece) {
    from = last_that(from, box.band.x_end, [&](std::int64_t to) { return pieces.fits(piece, from, to, bottleneck); });
    ends.push_back(from);
  }
  return from == box.band.x_end ? ends : std::vector<std::int64_t>{};
}

/// The same from the end of the box: the first line that each piece may end before.
std::vector<std::int64_t> packed_from_the_end(const LineBox& box, const PiecesInOrder& pieces, double bottleneck) {
  std::vector<std::int64_t> ends(pieces.speeds.size());
  std::int64_t to = box.band.x_end;
  for (std::size_t piece = ends.size(); piece-- > 0;) {
    ends[piece] = to;
    to = -last_that(-to, -box.band.x, [&](std::int64_t from) { return pieces.fits(piece, -from, to, bottleneck); });
  }
  return ends;
}

// A cut between its first and last possible place leaves room for all pieces after it, and for its own piece if it is
// not beyond what that reaches from the cut before.
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
  // A step of 0 would lead nowhere.
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
  // Rounding may make the load of a box with little load negative.
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

Decomposition matched_to_speeds(const CellProblem& problem, const Decomposition& division) {
  const std::vector<double> loads = part_loads(problem, division);
  std::vector<std::size_t> heaviest_first(loads.size());
  std::iota(heaviest_first.begin(), heaviest_first.end(), std::size_t{0});
  std::ranges::stable_sort(heaviest_first, std::ranges::greater{}, [&](std::size_t i) { return loads[i]; });
  const std::vector<std::size_t> order = fastest_first(problem);
  std::vector<std::size_t> processor_of(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) processor_of[heaviest_first[i]] = order[i];
  Decomposition matched{division.extent, std::vector<Rect>(order.size()), division.further};
  for (std::size_t part = 0; part < order.size(); ++part) matched.parts[processor_of[part]] = division.parts[part];
  for (FurtherRect& further : matched.further) further.processor = processor_of[further.processor];
  std::ranges::stable_sort(matched.further, {}, &FurtherRect::processor);
  return matched;
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

}  // namespace apportion

// Multilevel bisection of a graph of places.
#include "extensions/cells/algorithms/graph_bisection.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "algorithms/rectangles/random_draws.hpp"
#include "base/stopping.hpp"
#include "extensions/cells/algorithms/mesh_refinement.hpp"

namespace apportion {
namespace {

// The windows of both sides; the first side has the number 0.
LoadWindows windows_for(const PieceGraph& graph, const SideWindow& window) {
  const double middle = (window.least + window.most) / 2;
  return {.share = {middle, graph.total - middle},
          .least = {window.least, graph.total - window.most},
          .most = {window.most, graph.total - window.least}};
}

// The window at a level: on coarse graphs wider by half a place, so that short cuts are not excluded by balance.
SideWindow window_at(const PieceGraph& graph, const SideWindow& window, std::size_t level) {
  const double more = level == 0 ? 0 : graph.greatest / 2;
  return {window.least - more, window.most + more};
}

Bisection refined_at(const PieceGraph& graph, std::vector<std::int32_t> sides, const SideWindow& window,
                     RandomStream& stream) {
  constexpr int passes = 5;
  constexpr int least_patience = 120;
  MeshDivision division(graph, 2, std::move(sides));
  refine(division, windows_for(graph, window),
         {.passes = passes, .least_patience = least_patience, .patience = 0.25, .tears = true, .slack = graph.greatest},
         stream);
  return {division.owners(), division.load(0), window.excess_of(division.load(0)), division.cut()};
}

// The place that is reached last from a random one.
std::size_t far_place(const PieceGraph& graph, RandomStream& stream) {
  std::vector<std::size_t> reached = {draw_below(graph.size(), stream)};
  std::vector<bool> seen(graph.size(), false);
  seen[reached.front()] = true;
  for (std::size_t next = 0; next < reached.size(); ++next)
    for (const std::uint32_t other : graph.around(reached[next])) {
      if (seen[other]) continue;
      seen[other] = true;
      reached.push_back(other);
    }
  return reached.back();
}

// Grows one side from a place: next comes the place beside it with the most sides inside and fewest outside. When a
// connected piece is complete, it continues at a random place.
std::vector<std::int32_t> grown(const PieceGraph& graph, std::size_t first, double wanted, std::int32_t side,
                                RandomStream& stream) {
  std::vector<std::int32_t> sides(graph.size(), 1 - side);
  std::vector<std::int64_t> gains(graph.size(), std::numeric_limits<std::int64_t>::min());
  std::vector<std::size_t> frontier;
  double load = 0;
  std::size_t left = graph.size();
  std::size_t place = first;
  while (left > 1) {
    if (load + graph.load[place] / 2 > wanted && load > 0) break;
    sides[place] = side;
    load += graph.load[place];
    --left;
    const auto around = graph.around(place);
    const auto lengths = graph.sides(place);
    for (std::size_t k = 0; k < around.size(); ++k) {
      const std::uint32_t other = around[k];
      if (sides[other] == side) continue;
      if (gains[other] == std::numeric_limits<std::int64_t>::min()) {
        gains[other] = 0;
        for (const std::int32_t length : graph.sides(other)) gains[other] -= length;
        frontier.push_back(other);
      }
      gains[other] += 2 * std::int64_t{lengths[k]};
    }
    std::erase_if(frontier, [&](std::size_t each) { return sides[each] == side; });
    if (!frontier.empty()) {
      place = *std::ranges::max_element(frontier, {}, [&](std::size_t each) { return gains[each]; });
      continue;
    }
    place = draw_below(graph.size(), stream);
    while (sides[place] == side) place = (place + 1) % graph.size();
  }
  return sides;
}

bool is_better(const Bisection& one, const Bisection& other) {
  return std::tie(one.excess, one.cut) < std::tie(other.excess, other.cut);
}

}  // namespace

GraphBisection::GraphBisection(const PieceGraph& graph, RandomStream& stream) : finest_(&graph) {
  constexpr std::size_t few_places = 80;
  constexpr double least_shrinking = 0.95;
  const double most_load = graph.total / (100 + 100 * draw_unit(stream));
  while (level(coarse_.size()).size() > few_places) {
    const PieceGraph& fine = level(coarse_.size());
    PieceGraph next = joined_pairs(fine, most_load, stream);
    if (static_cast<double>(next.size()) > least_shrinking * static_cast<double>(fine.size())) break;
    coarse_.push_back(std::move(next));
  }
}

std::vector<Bisection> GraphBisection::starts(const SideWindow& window, int count, RandomStream& stream) const {
  stop_if_asked();
  const PieceGraph& graph = level(coarse_.size());
  const SideWindow wide = window_at(graph, window, coarse_.size());
  const double middle = (window.least + window.most) / 2;
  std::vector<Bisection> found;
  for (int i = 0; i < count; ++i) {
    const std::size_t first = i % 4 < 2 ? far_place(graph, stream) : draw_below(graph.size(), stream);
    const std::int32_t side = i % 2;
    std::vector<std::int32_t> sides = grown(graph, first, side == 0 ? middle : graph.total - middle, side, stream);
    found.push_back(refined_at(graph, std::move(sides), wide, stream));
  }
  std::ranges::stable_sort(found, is_better);
  return found;
}

Bisection GraphBisection::refined(const std::vector<Bisection>& starts, const SideWindow& window,
                                  RandomStream& stream) const {
  Bisection best;
  for (const Bisection& start : starts) {
    Bisection each = start;
    for (std::size_t number = coarse_.size(); number-- > 0;) {
      stop_if_asked();
      std::vector<std::int32_t> sides = apportion::refined(level(number), coarse_[number], each.sides);
      each = refined_at(level(number), std::move(sides), window_at(level(number), window, number), stream);
    }
    if (best.sides.empty() || is_better(each, best)) best = std::move(each);
  }
  return best;
}

}  // namespace apportion

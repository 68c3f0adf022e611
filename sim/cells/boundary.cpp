// Boundaries of divisions by the common sides of their rectangles and by what parts exchange.
#include "sim/cells/boundary.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "base/disjoint_sets.hpp"
#include "base/stopping.hpp"
#include "sim/rectangles/adjacency.hpp"

namespace apportion {

void set_received(const std::vector<std::int64_t>& received, CellBoundary& boundary) {
  boundary.volume = std::accumulate(received.begin(), received.end(), std::int64_t{0});
  boundary.busiest = *std::ranges::max_element(received);
}

void set_received(const HaloPlan& plan, CellBoundary& boundary) {
  std::vector<std::int64_t> received;
  for (const PartPlan& part : plan.parts) {
    received.push_back(0);
    for (const HaloExchange& exchange : part.exchanges) received.back() += cells_in(exchange.receive);
  }
  set_received(received, boundary);
}

CellBoundary boundary_of_rectangles(const Decomposition& division) {
  stop_if_asked();
  std::vector<Rect> rects;
  std::vector<std::size_t> owners;
  CellBoundary result;
  for (std::size_t i = 0; i < division.parts.size(); ++i) {
    const std::size_t before = rects.size();
    for (const Rect& rect : rectangles_of(division, i))
      if (rect.area() != 0) rects.push_back(rect);
    owners.resize(rects.size(), i);
    result.empty += rects.size() == before ? 1 : 0;
  }
  DisjointSets pieces(rects.size());
  double edges = 0;
  for (const CommonBoundary& common : common_boundaries(rects))
    if (owners[common.one] != owners[common.other])
      edges += common.length;
    else
      pieces.unite(common.one, common.other);
  result.edges = static_cast<std::int64_t>(edges);
  result.fragments =
      static_cast<std::int64_t>(pieces.count()) - (static_cast<std::int64_t>(division.parts.size()) - result.empty);
  result.torn = result.fragments;  // without loads there is one sea
  const HaloPlan plan = halo_plan(division, {});
  std::size_t messages = 0;
  for (const PartPlan& part : plan.parts) messages += part.exchanges.size();
  result.neighbours = static_cast<std::int64_t>(messages / 2);
  set_received(plan, result);
  result.halo = result.busiest;
  return result;
}

double cells_of_bounding_boxes(const Decomposition& division, std::int64_t layers) {
  double cells = 0;
  for (std::size_t i = 0; i < division.parts.size(); ++i)
    cells += static_cast<double>(bounding_box(boxes_in_space(layers, division, i)).cells());
  return cells;
}

}  // namespace apportion

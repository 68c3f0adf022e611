// Boundary, neighbours, halo and fragments of divisions: of full arrays by their rectangles, of others cell by cell.
#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "base/disjoint_sets.hpp"
#include "base/stopping.hpp"
#include "sim/cells/cell_costs.hpp"
#include "sim/cells/halo_plan.hpp"
#include "sim/cells/owners.hpp"
#include "sim/rectangles/adjacency.hpp"

namespace apportion {
namespace {

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

std::int64_t distinct(Pairs pairs) {
  std::ranges::sort(pairs);
  return std::unique(pairs.begin(), pairs.end()) - pairs.begin();
}

// Elements received, by parts.
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

struct OwnedRects {
  std::vector<Rect> rects;
  std::vector<std::size_t> owners;
};

OwnedRects owned_rects(const Decomposition& division) {
  OwnedRects owned;
  const auto add = [&](const Rect& rect, std::size_t owner) {
    if (rect.area() == 0) return;
    owned.rects.push_back(rect);
    owned.owners.push_back(owner);
  };
  for (std::size_t i = 0; i < division.parts.size(); ++i) add(division.parts[i], i);
  for (const FurtherRect& further : division.further) add(further.rect, further.processor);
  return owned;
}

std::int64_t empty_of(const std::vector<std::size_t>& owners, std::size_t parts) {
  std::vector<bool> has(parts, false);
  for (const std::size_t owner : owners) has[owner] = true;
  return std::ranges::count(has, false);
}

// `volume` and `busiest` are those of five points, here and below.
CellBoundary boundary_of_rectangles(const Decomposition& division) {
  const OwnedRects owned = owned_rects(division);
  const std::size_t parts = division.parts.size();
  CellBoundary result{.empty = empty_of(owned.owners, parts)};
  DisjointSets pieces(owned.rects.size());
  double edges = 0;
  for (const CommonBoundary& common : common_boundaries(owned.rects))
    if (owned.owners[common.one] != owned.owners[common.other])
      edges += common.length;
    else
      pieces.unite(common.one, common.other);
  result.edges = static_cast<std::int64_t>(edges);
  result.fragments = static_cast<std::int64_t>(pieces.count()) - (static_cast<std::int64_t>(parts) - result.empty);
  const HaloPlan plan = halo_plan(division, {});
  std::size_t messages = 0;
  for (const PartPlan& part : plan.parts) messages += part.exchanges.size();
  result.neighbours = static_cast<std::int64_t>(messages / 2);
  set_received(plan, result);
  return result;
}

// Of the cells one by one; those that are left out have no owner.
class CellSweep {
 public:
  CellSweep(const CellLoads& loads, std::vector<std::int32_t> owners, std::size_t parts)
      : loads_(loads), owners_(std::move(owners)), halos_(parts, 0), sizes_(parts, 0), pieces_(owners_.size()) {}

  CellBoundary boundary() {
    for (std::int64_t row = 0; row < loads_.rows(); ++row)
      for (std::int64_t column = 0; column < loads_.columns(); ++column) visit(row, column);
    result_.neighbours = distinct(std::move(pairs_));
    set_received(halos_, result_);
    result_.empty = std::ranges::count(sizes_, 0);
    result_.fragments = loads_.active_cells() - joined_ - (static_cast<std::int64_t>(sizes_.size()) - result_.empty);
    return result_;
  }

 private:
  [[nodiscard]] std::size_t index(std::int64_t row, std::int64_t column) const {
    return static_cast<std::size_t>(row * loads_.columns() + column);
  }
  [[nodiscard]] std::int32_t owner(std::int64_t row, std::int64_t column) const {
    const bool inside = row >= 0 && column >= 0 && row < loads_.rows() && column < loads_.columns();
    return inside ? owners_[index(row, column)] : no_owner;
  }

  void visit(std::int64_t row, std::int64_t column) {
    const std::int32_t own = owner(row, column);
    if (own == no_owner) return;
    ++sizes_[static_cast<std::size_t>(own)];
    look_at(row, column, owner(row, column + 1), index(row, column) + 1);
    look_at(row, column, owner(row + 1, column), index(row, column) + static_cast<std::size_t>(loads_.columns()));
    std::array<std::int32_t, 4> around = {owner(row - 1, column), owner(row + 1, column), owner(row, column - 1),
                                          owner(row, column + 1)};
    std::ranges::sort(around);
    const auto* const end = std::unique(around.begin(), around.end());
    for (const auto* other = around.begin(); other != end; ++other)
      if (*other != own && *other != no_owner) ++halos_[static_cast<std::size_t>(*other)];
  }

  // The cell beside or below, whose number is `neighbour`.
  void look_at(std::int64_t row, std::int64_t column, std::int32_t other, std::size_t neighbour) {
    const std::int32_t own = owner(row, column);
    if (other == no_owner) return;
    if (other == own) {
      joined_ += pieces_.unite(index(row, column), neighbour) ? 1 : 0;
      return;
    }
    ++result_.edges;
    const std::pair<std::size_t, std::size_t> pair(static_cast<std::size_t>(std::min(own, other)),
                                                   static_cast<std::size_t>(std::max(own, other)));
    if (pairs_.empty() || pairs_.back() != pair) pairs_.push_back(pair);
  }

  const CellLoads& loads_;
  std::vector<std::int32_t> owners_;
  std::vector<std::int64_t> halos_;
  std::vector<std::int64_t> sizes_;
  DisjointSets pieces_;
  Pairs pairs_;
  std::int64_t joined_ = 0;
  CellBoundary result_;
};

}  // namespace

CellBoundary cell_boundary(const CellProblem& problem, const Decomposition& division) {
  stop_if_asked();
  const std::size_t parts = division.parts.size();
  CellBoundary boundary = problem.loads
                              ? CellSweep(*problem.loads, active_owners_of(*problem.loads, division), parts).boundary()
                              : boundary_of_rectangles(division);
  boundary.halo = boundary.busiest;
  if (problem.stencil == 9) set_received(halo_plan(problem, division), boundary);
  return boundary;
}

}  // namespace apportion

// What a division into whole cells costs, counted on its rectangles or cell by cell.
#include "extensions/cells/sim/cell_costs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "base/disjoint_sets.hpp"
#include "base/stopping.hpp"
#include "extensions/cells/sim/mesh_grid.hpp"
#include "sim/cells/halo_plan.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion {
namespace {

// --- Boundary, neighbours and pieces

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

std::int64_t distinct(Pairs pairs) {
  std::ranges::sort(pairs);
  return std::unique(pairs.begin(), pairs.end()) - pairs.begin();
}

// The plan for the problem's stencil between active cells.
HaloPlan plan_of(const CellProblem& problem, const Decomposition& division) {
  const StencilReach reach{.corners = problem.stencil == 9};
  return halo_plan(active_division(problem.loads.get(), division), reach);
}

// Counts the boundary cell by cell; cells that are left out have no owner.
template <std::size_t Axes>
class CellSweep {
 public:
  CellSweep(const typename MeshGrid<Axes>::Position& extent, const std::vector<std::int32_t>& owners, std::size_t parts,
            int stencil)
      : grid_{extent},
        beside_(grid_, static_cast<int>(2 * Axes + 1)),
        stencil_(grid_, stencil),
        owners_(grid_.all_places(), no_owner),
        halos_(parts, 0),
        received_(parts, 0),
        sizes_(parts, 0),
        pieces_(owners_.size()) {
    auto next = owners.begin();
    grid_.for_each_row([&](std::size_t place, const auto& /*position*/) {
      std::copy_n(next, grid_.columns(), owners_.begin() + static_cast<std::ptrdiff_t>(place));
      next += grid_.columns();
    });
  }

  CellBoundary boundary() {
    grid_.for_each_place([this](std::size_t place, const auto& /*position*/) {
      if (owners_[place] != no_owner) visit(place);
    });
    result_.neighbours = distinct(std::move(pairs_));
    set_received(received_, result_);
    result_.halo = *std::ranges::max_element(halos_);
    result_.empty = std::ranges::count(sizes_, 0);
    const std::int64_t cells = std::accumulate(sizes_.begin(), sizes_.end(), std::int64_t{0});
    result_.fragments = cells - joined_ - (static_cast<std::int64_t>(sizes_.size()) - result_.empty);
    if (result_.fragments > 0) result_.torn = cells - joined_ - pairs_of_part_and_sea();
    return result_;
  }

 private:
  void visit(std::size_t place) {
    ++sizes_[static_cast<std::size_t>(owners_[place])];
    const auto around = grid_.around(place);
    for (std::size_t k = 0; k < around.size(); k += 2) look_at(place, around[k]);
    count_receivers(place, beside_, halos_);
    count_receivers(place, stencil_, received_);
  }

  std::int64_t pairs_of_part_and_sea() {
    grid_.for_each_place([this](std::size_t place, const auto& /*position*/) {
      if (owners_[place] == no_owner) return;
      const auto around = grid_.around(place);
      for (std::size_t k = 0; k < around.size(); k += 2)
        if (owners_[around[k]] != no_owner) pieces_.unite(place, around[k]);
    });
    const std::vector<std::size_t> seas = pieces_.numbers();
    Pairs found;
    for (std::size_t place = 0; place < seas.size(); ++place) {
      if (owners_[place] == no_owner) continue;
      const std::pair<std::size_t, std::size_t> pair(static_cast<std::size_t>(owners_[place]), seas[place]);
      if (found.empty() || found.back() != pair) found.push_back(pair);
    }
    return distinct(std::move(found));
  }

  // Adds the cell to what each other owner within its stencil receives.
  void count_receivers(std::size_t place, const MeshStencil<Axes>& stencil, std::vector<std::int64_t>& received) {
    std::array<std::int32_t, MeshGrid<Axes>::most_around> found{};
    auto* end = found.begin();
    for (std::size_t k = 0; k < stencil.count(); ++k) {
      const std::int32_t other = owners_[stencil.at(place, k)];
      if (other == owners_[place] || other == no_owner || std::find(found.begin(), end, other) != end) continue;
      *end++ = other;
      ++received[static_cast<std::size_t>(other)];
    }
  }

  void look_at(std::size_t place, std::size_t next) {
    const std::int32_t own = owners_[place];
    const std::int32_t other = owners_[next];
    if (other == no_owner) return;
    if (other == own) {
      joined_ += pieces_.unite(place, next) ? 1 : 0;
      return;
    }
    ++result_.edges;
    const std::pair<std::size_t, std::size_t> pair(static_cast<std::size_t>(std::min(own, other)),
                                                   static_cast<std::size_t>(std::max(own, other)));
    if (pairs_.empty() || pairs_.back() != pair) pairs_.push_back(pair);
  }

  MeshGrid<Axes> grid_;
  MeshStencil<Axes> beside_;
  MeshStencil<Axes> stencil_;
  std::vector<std::int32_t> owners_;
  std::vector<std::int64_t> halos_;
  std::vector<std::int64_t> received_;
  std::vector<std::int64_t> sizes_;
  DisjointSets pieces_;
  Pairs pairs_;
  std::int64_t joined_ = 0;
  CellBoundary result_;
};

}  // namespace

std::vector<std::int32_t> active_owners_of(const CellLoads* loads, const Decomposition& division) {
  std::vector<std::int32_t> owners = owners_of(division);
  for (std::size_t cell = 0; loads != nullptr && cell < owners.size(); ++cell)
    if (!(loads->at(cell) > 0)) owners[cell] = no_owner;
  return owners;
}

Decomposition active_division(const CellLoads* loads, const Decomposition& division) {
  if (loads == nullptr) return division;
  return division_of(loads->rows(), loads->columns(), division.parts.size(), active_owners_of(loads, division));
}

CellBoundary cell_boundary(const CellProblem& problem, const Decomposition& division) {
  const std::size_t parts = division.parts.size();
  if (problem.in_space() || problem.loads) {
    const std::vector<std::int32_t> owners = active_owners_of(problem.loads.get(), division);
    if (!problem.in_space())
      return CellSweep<2>({problem.rows, problem.columns}, owners, parts, problem.stencil).boundary();
    return CellSweep<3>({problem.layers, problem.layer_rows(), problem.columns}, owners, parts, problem.stencil)
        .boundary();
  }
  CellBoundary boundary = boundary_of_rectangles(division);
  if (problem.stencil == 9) set_received(plan_of(problem, division), boundary);
  return boundary;
}

CellBalance cell_balance(const CellProblem& problem, const Decomposition& division) {
  const std::vector<double> ideal = shares(problem);
  const bool has_maps = !problem.maps.empty();
  const auto limits_of_maps = [&](double imbalance) {
    return has_maps ? map_limits(problem, imbalance) : std::vector{load_limits(problem, imbalance)};
  };
  const std::vector<LoadLimits> allowed = limits_of_maps(problem.imbalance);
  const std::vector<LoadLimits> exact = limits_of_maps(0);
  std::vector<bool> is_beyond_cell(ideal.size());
  std::vector<bool> is_beyond(ideal.size());
  CellBalance balance;
  for (std::size_t map = 0; map < allowed.size(); ++map) {
    const double scale = has_maps ? map_scale(problem, map) : 1;
    std::vector<double> loads = has_maps ? part_loads(*problem.maps[map], division) : part_loads(problem, division);
    double imbalance = -1;
    double load_beyond = 0;
    for (std::size_t i = 0; i < loads.size(); ++i) {
      loads[i] *= scale;
      const double excess = allowed[map].excess_of(loads[i], i);
      imbalance = std::max(imbalance, loads[i] / ideal[i] - 1);
      load_beyond += excess;
      balance.furthest = std::max(balance.furthest, std::abs(loads[i] - ideal[i]));
      balance.excess = std::max(balance.excess, excess / ideal[i]);
      if (exact[map].excess_of(loads[i], i) > 0) is_beyond_cell[i] = true;
      if (excess > 0) is_beyond[i] = true;
    }
    balance.imbalance_of_maps.push_back(imbalance);
    balance.load_beyond += load_beyond;
  }
  balance.imbalance = std::ranges::max(balance.imbalance_of_maps);
  if (!has_maps) balance.imbalance_of_maps.clear();
  if (!problem.memory.empty()) {
    const std::vector<double> cells = part_cells(problem, division);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i] <= problem.memory[i]) continue;
      balance.cells_beyond += cells[i] - problem.memory[i];
      is_beyond[i] = true;
    }
  }
  for (std::size_t i = 0; i < ideal.size(); ++i)
    if (is_beyond_cell[i]) balance.beyond_one_cell.push_back(i);
  balance.beyond_tolerance = static_cast<std::size_t>(std::ranges::count(is_beyond, true));
  return balance;
}

std::weak_ordering CellRank::operator<=>(const CellRank& other) const {
  constexpr double rounding = 1e-9;  // latencies, shares and loads may be fractions whose sums round
  const auto in_order = [](double one, double another, double scale) {
    if (std::abs(one - another) <= rounding * scale) return std::weak_ordering::equivalent;
    return one < another ? std::weak_ordering::less : std::weak_ordering::greater;
  };
  const double loads = std::max(load_beyond, other.load_beyond);
  if (const auto order = in_order(cells_beyond, other.cells_beyond, 0); order != 0) return order;
  if (const auto order = in_order(load_beyond, other.load_beyond, loads); order != 0) return order;
  if (const auto order = empty <=> other.empty; order != 0) return order;
  if (const auto order = torn <=> other.torn; order != 0) return order;
  if (const auto order = in_order(cost, other.cost, 1 + std::abs(other.cost)); order != 0) return order;
  if (pieces != other.pieces) return pieces <=> other.pieces;
  return in_order(imbalance, other.imbalance, 1 + std::abs(other.imbalance));
}

CellRank cell_rank(const CellProblem& problem, const Decomposition& division) {
  return cell_rank(problem, cell_balance(problem, division), cell_boundary(problem, division));
}

CellRank cell_rank(const CellProblem& problem, const CellBalance& balance, const CellBoundary& boundary) {
  return {.cells_beyond = balance.cells_beyond,
          .load_beyond = balance.load_beyond,
          .empty = boundary.empty,
          .torn = problem.connected ? boundary.torn : 0,
          .cost = problem.objective == Objective::load
                      ? (1 + balance.imbalance) * total_load(problem) / static_cast<double>(problem.cluster.size())
                      : objective_cost(problem, boundary),
          .pieces = problem.connected ? boundary.fragments : 0,
          .imbalance = balance.imbalance};
}

double cell_fill(const CellProblem& problem, const Decomposition& division) {
  const Decomposition active = active_division(problem.loads.get(), division);
  return static_cast<double>(active_cells(problem)) / cells_of_bounding_boxes(active, problem.layers);
}

Stencil stencil_of(const CellProblem& problem, const Decomposition& division) {
  Stencil stencil{.halos = {}, .elements = part_loads(problem, division)};
  const HaloPlan plan = plan_of(problem, division);
  for (std::size_t part = 0; part < plan.parts.size(); ++part)
    for (const HaloExchange& exchange : plan.parts[part].exchanges)
      if (exchange.neighbour > part)
        stencil.halos.push_back({part, exchange.neighbour, static_cast<double>(cells_in(exchange.send)),
                                 static_cast<double>(cells_in(exchange.receive))});
  return stencil;
}

double objective_cost(const CellProblem& problem, const CellBoundary& boundary) {
  if (problem.objective == Objective::volume) return static_cast<double>(boundary.volume);
  if (problem.objective == Objective::busiest) return static_cast<double>(boundary.busiest);
  return total_cost(static_cast<double>(boundary.edges), boundary.neighbours, problem.latency);
}

std::int64_t moved_cells(const CellProblem& problem, const Decomposition& division) {
  if (problem.previous == nullptr) return 0;
  const std::vector<std::int32_t>& before = problem.previous->owners;
  const std::vector<std::int32_t> owners = owners_of(division);
  std::int64_t moved = 0;
  for (std::size_t cell = 0; cell < owners.size(); ++cell)
    if (before[cell] != no_owner && before[cell] != owners[cell] && problem.load(cell) > 0) ++moved;
  return moved;
}

double cost_with_migration(const CellProblem& problem, double objective, std::int64_t moved) {
  return problem.previous == nullptr ? objective : objective + problem.previous->price * static_cast<double>(moved);
}

TogetherCount count_together(const CellProblem& problem, const Decomposition& division) {
  const std::vector<std::int32_t> owners = owners_of(division);
  std::map<std::int32_t, std::int32_t> first_owners;
  std::set<std::int32_t> cut;
  for (std::size_t cell = 0; cell < owners.size(); ++cell) {
    const std::int32_t number = (*problem.together)[cell];
    if (number == 0 || !(problem.load(cell) > 0)) continue;
    if (first_owners.emplace(number, owners[cell]).first->second != owners[cell]) cut.insert(number);
  }
  return {static_cast<std::int64_t>(first_owners.size()), static_cast<std::int64_t>(cut.size())};
}

OwnedCells::OwnedCells(const CellProblem& problem, const Decomposition& division)
    : CellAxes(problem), owners(active_owners_of(problem.loads.get(), division)) {}

std::int32_t OwnedCells::owner_at(std::size_t cell, std::size_t axis, std::int64_t steps) const {
  const std::int64_t place = coordinate(static_cast<std::int64_t>(cell), axis) + steps;
  if (place < 0 || place >= sides[axis]) return no_owner;
  return owners[static_cast<std::size_t>(static_cast<std::int64_t>(cell) + steps * strides[axis])];
}

bool OwnedCells::is_narrow(std::size_t cell, std::size_t axis, std::int64_t width) const {
  const std::int32_t owner = owners[cell];
  if (owner == no_owner) return false;
  std::int64_t before = 0;
  while (before < width && owner_at(cell, axis, -before - 1) == owner) ++before;
  std::int64_t behind = 0;
  while (before + behind < width && owner_at(cell, axis, behind + 1) == owner) ++behind;
  if (before + behind + 1 >= width) return false;
  return owner_at(cell, axis, -before - 1) != no_owner || owner_at(cell, axis, behind + 1) != no_owner;
}

std::int64_t count_narrow_runs(const CellProblem& problem, const Decomposition& division) {
  const OwnedCells cells(problem, division);
  std::int64_t runs = 0;
  for (std::size_t axis = 0; axis < cells.sides.size(); ++axis)
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      const bool begins = cells.owner_at(cell, axis, -1) != cells.owners[cell];
      runs += begins && cells.is_narrow(cell, axis, problem.least_width[axis]) ? 1 : 0;
    }
  return runs;
}

}  // namespace apportion

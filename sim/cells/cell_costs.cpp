// Balance of divisions into whole cells, and the lower bound of their boundaries.
#include "sim/cells/cell_costs.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>

#include "sim/cells/halo_plan.hpp"
#include "sim/cells/owners.hpp"
#include "sim/cells/volume_bound.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion {
namespace {

// The least half perimeter of a rectangle that holds this many cells, one of its sides at most `side`.
std::int64_t least_half_perimeter(std::int64_t cells, std::int64_t side) {
  auto square = static_cast<std::int64_t>(std::sqrt(static_cast<double>(cells)));
  while (square * square < cells) ++square;
  if (square > side) return side + (cells + side - 1) / side;
  return square * (square - 1) >= cells ? 2 * square - 1 : 2 * square;
}

// Whatever the division.
bool has_empty_parts(const CellProblem& problem) {
  return static_cast<double>(problem.cluster.size()) >
         static_cast<double>(problem.rows) * static_cast<double>(problem.columns);
}

}  // namespace

CellBalance cell_balance(const CellProblem& problem, const Decomposition& division) {
  const std::vector<double> loads = part_loads(problem, division);
  const std::vector<double> ideal = shares(problem);
  const double greatest_cell = problem.loads ? problem.loads->greatest() : 1;
  const std::vector<double> allowed = tolerances(problem);
  const bool is_limited = !problem.memory.empty();
  const std::vector<double> cells = is_limited ? part_cells(problem, division) : std::vector<double>{};
  CellBalance balance{.imbalance = loads.front() / ideal.front() - 1};
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const double distance = std::abs(loads[i] - ideal[i]);
    balance.imbalance = std::max(balance.imbalance, loads[i] / ideal[i] - 1);
    balance.furthest = std::max(balance.furthest, distance);
    if (distance > one_cell * greatest_cell) balance.beyond_one_cell.push_back(i);
    const bool is_too_large = is_limited && cells[i] > problem.memory[i];
    if (is_too_large || distance > allowed[i]) ++balance.beyond_tolerance;
    balance.load_beyond += std::max(distance - allowed[i], 0.0);
    if (is_too_large) balance.cells_beyond += cells[i] - problem.memory[i];
  }
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
  if (const auto order = std::tie(empty, pieces) <=> std::tie(other.empty, other.pieces); order != 0) return order;
  return in_order(cost, other.cost, 1 + std::abs(other.cost));
}

CellRank cell_rank(const CellProblem& problem, const Decomposition& division) {
  return cell_rank(problem, cell_balance(problem, division), cell_boundary(problem, division));
}

CellRank cell_rank(const CellProblem& problem, const CellBalance& balance, const CellBoundary& boundary) {
  return {.cells_beyond = balance.cells_beyond,
          .load_beyond = balance.load_beyond,
          .empty = boundary.empty,
          .pieces = problem.connected ? boundary.fragments : 0,
          .cost = objective_cost(problem, boundary)};
}

double cell_fill(const CellProblem& problem, const Decomposition& division) {
  const Decomposition active = problem.loads ? active_division(*problem.loads, division) : division;
  double cells = 0;
  for (std::size_t i = 0; i < active.parts.size(); ++i)
    cells += static_cast<double>(bounding_box(boxes_of(active, i)).cells());
  return static_cast<double>(active_cells(problem)) / cells;
}

double objective_cost(const CellProblem& problem, const CellBoundary& boundary) {
  if (problem.objective == Objective::volume) return static_cast<double>(boundary.volume);
  if (problem.objective == Objective::busiest) return static_cast<double>(boundary.busiest);
  return total_cost(static_cast<double>(boundary.edges), boundary.neighbours, problem.latency);
}

double cell_lower_bound(const CellProblem& problem) {
  if (problem.loads || has_empty_parts(problem)) return 0;
  if (problem.objective == Objective::volume) return static_cast<double>(volume_bound(problem).volume);
  if (problem.objective == Objective::busiest) return static_cast<double>(volume_bound(problem).busiest);
  const std::int64_t side = std::min(problem.rows, problem.columns);
  const std::vector<double> ideal = shares(problem);
  const std::vector<double> allowed = tolerances(problem);
  std::int64_t half_perimeters = 0;
  for (std::size_t i = 0; i < ideal.size(); ++i) {
    const auto least = static_cast<std::int64_t>(std::ceil(ideal[i] - allowed[i]));
    half_perimeters += least_half_perimeter(std::max<std::int64_t>(least, 1), side);
  }
  const std::int64_t edges = std::max<std::int64_t>(half_perimeters - problem.rows - problem.columns, 0);
  return static_cast<double>(edges) + problem.latency * static_cast<double>(problem.cluster.size() - 1);
}

}  // namespace apportion

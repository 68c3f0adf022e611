// Cells that change their owner, counted, and bounded by what parts have too much or too little of.
#include "sim/cells/migration.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

bool is_active_cell(const CellProblem& problem, std::size_t cell) {
  const auto number = static_cast<std::int64_t>(cell);
  return problem.loads == nullptr || problem.loads->is_active(number / problem.columns, number % problem.columns);
}

double load_of_cell(const CellProblem& problem, std::size_t cell) {
  const auto number = static_cast<std::int64_t>(cell);
  return problem.loads == nullptr ? 1 : problem.loads->at(number / problem.columns, number % problem.columns);
}

// The fewest of these loads, which descend, whose sum is that much.
std::int64_t fewest(const std::vector<double>& loads, double wanted) {
  double sum = 0;
  std::int64_t count = 0;
  for (const double load : loads) {
    if (!(sum < wanted)) break;
    sum += load;
    ++count;
  }
  return count;
}

// The loads of the cells that each processor has had, in descending order; those of all others behind them.
struct PreviousLoads {
  std::vector<std::vector<double>> of_parts;
  std::int64_t of_others = 0;
  std::int64_t new_cells = 0;
  std::vector<double> all;
};

PreviousLoads previous_loads(const CellProblem& problem) {
  PreviousLoads loads;
  loads.of_parts.resize(problem.cluster.size());
  const std::vector<std::int32_t>& owners = problem.previous->owners;
  for (std::size_t cell = 0; cell < owners.size(); ++cell) {
    if (!is_active_cell(problem, cell)) continue;
    const double load = load_of_cell(problem, cell);
    loads.all.push_back(load);
    if (owners[cell] == no_owner)
      ++loads.new_cells;
    else if (static_cast<std::size_t>(owners[cell]) < loads.of_parts.size())
      loads.of_parts[static_cast<std::size_t>(owners[cell])].push_back(load);
    else
      ++loads.of_others;
  }
  for (std::vector<double>& part : loads.of_parts) std::ranges::sort(part, std::greater<>());
  std::ranges::sort(loads.all, std::greater<>());
  return loads;
}

}  // namespace

std::int64_t moved_cells(const CellProblem& problem, const Decomposition& division) {
  if (problem.previous == nullptr) return 0;
  const std::vector<std::int32_t>& before = problem.previous->owners;
  const std::vector<std::int32_t> owners = owners_of(division);
  std::int64_t moved = 0;
  for (std::size_t cell = 0; cell < owners.size(); ++cell)
    if (before[cell] != no_owner && before[cell] != owners[cell] && is_active_cell(problem, cell)) ++moved;
  return moved;
}

std::int64_t least_moved_cells(const CellProblem& problem) {
  if (problem.previous == nullptr) return 0;
  const PreviousLoads loads = previous_loads(problem);
  const std::vector<double> ideal = shares(problem);
  const std::vector<double> width = tolerances(problem);
  // Sums of loads that are not whole are rounded.
  const double rounding = 1e-9 * total_load(problem);
  std::int64_t given = loads.of_others;
  std::int64_t taken = -loads.new_cells;
  for (std::size_t i = 0; i < ideal.size(); ++i) {
    const std::vector<double>& own = loads.of_parts[i];
    const double load = std::accumulate(own.begin(), own.end(), 0.0);
    given += fewest(own, load - ideal[i] - width[i] - rounding);
    taken += fewest(loads.all, ideal[i] - width[i] - load - rounding);
  }
  return std::max({given, taken, std::int64_t{0}});
}

double cost_with_migration(const CellProblem& problem, double objective, std::int64_t moved) {
  return problem.previous == nullptr ? objective : objective + problem.previous->price * static_cast<double>(moved);
}

}  // namespace apportion

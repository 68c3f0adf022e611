// Owners of active cells, and cells that change their owner, counted and bounded.
#include "extensions/cells/sim/active_owners.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>

#include "extensions/cells/sim/part_sizes.hpp"

namespace apportion {
namespace {

// The loads of the cells that each processor had before, in descending order; and the cells of removed owners, and new
// ones.
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
    const double load = problem.load(cell);
    if (!(load > 0)) continue;
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

std::vector<std::int32_t> active_owners_of(const CellLoads& loads, const Decomposition& division) {
  std::vector<std::int32_t> owners = owners_of(division);
  for (std::size_t cell = 0; cell < owners.size(); ++cell)
    if (!(loads.at(cell) > 0)) owners[cell] = no_owner;
  return owners;
}

Decomposition active_division(const CellLoads& loads, const Decomposition& division) {
  return division_of(loads.rows(), loads.columns(), division.parts.size(), active_owners_of(loads, division));
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

Decomposition with_all_owned(const CellProblem& problem, const Decomposition& division) {
  if (problem.loads == nullptr) return division;
  std::vector<std::int32_t> owners = active_owners_of(*problem.loads, division);
  std::vector<std::size_t> reached;
  for (std::size_t cell = 0; cell < owners.size(); ++cell)
    if (owners[cell] != no_owner) reached.push_back(cell);
  const CellAxes axes(problem);
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const std::int32_t owner = owners[reached[next]];
    const auto reach = [&](std::int64_t cell) {
      const auto other = static_cast<std::size_t>(cell);
      if (owners[other] != no_owner) return;
      owners[other] = owner;
      reached.push_back(other);
    };
    axes.beside(static_cast<std::int64_t>(reached[next]), reach, [] {});
  }
  return division_of(problem.rows, problem.columns, division.parts.size(), owners);
}

std::int64_t least_moved_cells(const CellProblem& problem) {
  if (problem.previous == nullptr) return 0;
  const PreviousLoads loads = previous_loads(problem);
  const LoadLimits limits = load_limits(problem);
  const double rounding = 1e-9 * total_load(problem);
  std::int64_t given = loads.of_others;
  std::int64_t taken = -loads.new_cells;
  for (std::size_t i = 0; i < limits.most.size(); ++i) {
    const std::vector<double>& own = loads.of_parts[i];
    const double load = std::accumulate(own.begin(), own.end(), 0.0);
    given += fewest_for(own, load - limits.most[i] - rounding);
    taken += fewest_for(loads.all, limits.least[i] - load - rounding);
  }
  return std::max({given, taken, std::int64_t{0}});
}

double cost_with_migration(const CellProblem& problem, double objective, std::int64_t moved) {
  return problem.previous == nullptr ? objective : objective + problem.previous->price * static_cast<double>(moved);
}

}  // namespace apportion

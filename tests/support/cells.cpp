// Costs of whole cells by definition.
#include "tests/support/cells.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "experiments/problems/cells/solve.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {

void showValue(const CellProblem& problem, std::ostream& stream) {  // NOLINT(readability-identifier-naming)
  stream << problems::to_json(problem);
}

}  // namespace apportion

namespace apportion::testing_support {
namespace {

std::vector<std::size_t> around(const Painted& painted, std::size_t cell) {
  const auto columns = static_cast<std::size_t>(painted.columns);
  std::vector<std::size_t> cells;
  if (cell >= columns) cells.push_back(cell - columns);
  if (cell + columns < painted.owners.size()) cells.push_back(cell + columns);
  if (cell % columns > 0) cells.push_back(cell - 1);
  if (cell % columns + 1 < columns) cells.push_back(cell + 1);
  return cells;
}

// Those whose corners meet the cell as well.
std::vector<std::size_t> around_by_nine(const Painted& painted, std::size_t cell) {
  const auto columns = static_cast<std::size_t>(painted.columns);
  std::vector<std::size_t> cells = around(painted, cell);
  const auto add_column = [&](std::size_t beside) {
    if (beside >= columns) cells.push_back(beside - columns);
    if (beside + columns < painted.owners.size()) cells.push_back(beside + columns);
  };
  if (cell % columns > 0) add_column(cell - 1);
  if (cell % columns + 1 < columns) add_column(cell + 1);
  return cells;
}

// Marks all cells that hang together with this one by cells of its owner, or of any; the owners of them.
std::set<std::int32_t> flood(const Painted& painted, std::size_t cell, bool any, std::vector<bool>& seen) {
  std::set<std::int32_t> owners;
  std::vector<std::size_t> open = {cell};
  seen[cell] = true;
  while (!open.empty()) {
    const std::size_t next = open.back();
    open.pop_back();
    owners.insert(painted.owners[next]);
    for (const std::size_t other : around(painted, next))
      if (!seen[other] && (any ? painted.owners[other] != no_owner : painted.owners[other] == painted.owners[next])) {
        seen[other] = true;
        open.push_back(other);
      }
  }
  return owners;
}

}  // namespace

CellBoundary by_definition(const Painted& painted, int stencil) {
  CellBoundary result;
  std::set<std::pair<std::int32_t, std::int32_t>> pairs;
  std::vector<std::set<std::size_t>> halos(painted.parts);
  std::vector<std::set<std::size_t>> received(painted.parts);
  std::vector<std::int64_t> sizes(painted.parts, 0);
  std::vector<bool> seen(painted.owners.size(), false);
  std::vector<bool> seen_in_sea(painted.owners.size(), false);
  std::int64_t pieces = 0;
  std::int64_t pairs_of_part_and_sea = 0;
  for (std::size_t cell = 0; cell < painted.owners.size(); ++cell) {
    const std::int32_t own = painted.owners[cell];
    if (own == no_owner) continue;
    ++sizes[static_cast<std::size_t>(own)];
    if (!seen[cell]) {
      ++pieces;
      flood(painted, cell, false, seen);
    }
    if (!seen_in_sea[cell])
      pairs_of_part_and_sea += static_cast<std::int64_t>(flood(painted, cell, true, seen_in_sea).size());
    for (const std::size_t other : around(painted, cell)) {
      const std::int32_t their = painted.owners[other];
      if (their == own || their == no_owner) continue;
      result.edges += cell < other ? 1 : 0;
      pairs.insert({std::min(own, their), std::max(own, their)});
      halos[static_cast<std::size_t>(own)].insert(other);
    }
    for (const std::size_t other : stencil == 5 ? around(painted, cell) : around_by_nine(painted, cell))
      if (painted.owners[other] != own && painted.owners[other] != no_owner)
        received[static_cast<std::size_t>(own)].insert(other);
  }
  result.neighbours = static_cast<std::int64_t>(pairs.size());
  for (const auto& halo : halos) result.halo = std::max(result.halo, static_cast<std::int64_t>(halo.size()));
  for (const auto& each : received) {
    result.volume += static_cast<std::int64_t>(each.size());
    result.busiest = std::max(result.busiest, static_cast<std::int64_t>(each.size()));
  }
  result.empty = std::ranges::count(sizes, 0);
  result.torn = pieces - pairs_of_part_and_sea;
  result.fragments = pieces - (static_cast<std::int64_t>(painted.parts) - result.empty);
  return result;
}

Painted painted(const CellProblem& problem, const Decomposition& division) {
  Painted result{problem.rows, problem.columns, problem.cluster.size(), owners_of(division)};
  for (std::size_t cell = 0; cell < result.owners.size() && problem.loads != nullptr; ++cell) {
    const auto number = static_cast<std::int64_t>(cell);
    if (!problem.loads->is_active(number / problem.columns, number % problem.columns)) result.owners[cell] = no_owner;
  }
  return result;
}

CellSolution solve(std::string_view name, const CellProblem& problem) {
  RandomStream stream(1, "test|" + std::string(name));
  return solve_cells(CellRegistry::instance().choose(name), problem, stream);
}

}  // namespace apportion::testing_support

// Costs of whole cells by definition.
#include "extensions/cells/tests/cells.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <utility>

#include "sim/cells/owners.hpp"

namespace apportion {

void showValue(const CellProblem& problem, std::ostream& stream) {  // NOLINT(readability-identifier-naming)
  stream << fmt::format("{} x {} cells, {} layers, weights {}", problem.rows, problem.columns, problem.layers,
                        fmt::join(problem.cluster.speeds, ","));
  if (!problem.loads) return;
  for (std::int64_t row = 0; row < problem.loads->rows(); ++row)
    for (std::int64_t column = 0; column < problem.loads->columns(); ++column)
      stream << (column == 0 ? "\n" : ",")
             << (problem.loads->is_active(row, column) ? problem.loads->at(row, column) : -1);
}

}  // namespace apportion

namespace apportion::testing_support {
namespace {

// The adjacent cells; with corners also those that touch only in an edge or a corner.
std::vector<std::size_t> around(const Painted& painted, std::size_t cell, bool corners = false) {
  const std::array<std::int64_t, 3> sides = {painted.layers, painted.rows / painted.layers, painted.columns};
  const auto number = static_cast<std::int64_t>(cell);
  const std::array<std::int64_t, 3> at = {number / (sides[1] * sides[2]), number / sides[2] % sides[1],
                                          number % sides[2]};
  std::vector<std::size_t> cells;
  for (int step = 0; step < 27; ++step) {
    const std::array<int, 3> by = {step / 9 - 1, step / 3 % 3 - 1, step % 3 - 1};
    const int axes = std::abs(by[0]) + std::abs(by[1]) + std::abs(by[2]);
    bool is_inside = axes == 1 || (axes > 1 && corners);
    for (std::size_t axis = 0; axis < 3; ++axis)
      is_inside = is_inside && at[axis] + by[axis] >= 0 && at[axis] + by[axis] < sides[axis];
    if (is_inside)
      cells.push_back(
          static_cast<std::size_t>(((at[0] + by[0]) * sides[1] + at[1] + by[1]) * sides[2] + at[2] + by[2]));
  }
  return cells;
}

// Marks all cells connected with this one through cells of its owner, or of any; returns their owners.
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
    for (const std::size_t other : around(painted, cell, stencil == 9 || stencil == 27))
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
  Painted result{problem.rows, problem.columns, problem.cluster.size(), owners_of(division), problem.layers};
  for (std::size_t cell = 0; cell < result.owners.size() && problem.loads != nullptr; ++cell) {
    const auto number = static_cast<std::int64_t>(cell);
    if (!problem.loads->is_active(number / problem.columns, number % problem.columns)) result.owners[cell] = no_owner;
  }
  return result;
}

CellRank least_rank(const CellProblem& problem) {
  const auto cells = static_cast<std::size_t>(problem.rows * problem.columns);
  std::vector<std::size_t> active;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const auto place = static_cast<std::int64_t>(cell);
    if (problem.loads->is_active(place / problem.columns, place % problem.columns)) active.push_back(cell);
  }
  Owners owners(cells, no_owner);
  for (const std::size_t cell : active) owners[cell] = 0;
  const auto parts = static_cast<std::int32_t>(problem.cluster.size());
  CellRank least;
  for (bool first = true;; first = false) {
    const CellRank rank =
        cell_rank(problem, division_of(problem.rows, problem.columns, problem.cluster.size(), owners));
    if (first || rank < least) least = rank;
    std::size_t next = 0;
    while (next < active.size() && ++owners[active[next]] == parts) owners[active[next++]] = 0;
    if (next == active.size()) return least;
  }
}

}  // namespace apportion::testing_support

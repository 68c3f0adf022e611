// Boundaries of whole cells with loads, cell by cell.
#include "sim/network/cell_stencil.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

using CellsBetween = std::map<std::pair<std::size_t, std::size_t>, std::int64_t>;

void count_side(std::int32_t one, std::int32_t other, CellsBetween& between) {
  if (one == other || one == no_owner || other == no_owner) return;
  ++between[{static_cast<std::size_t>(std::min(one, other)), static_cast<std::size_t>(std::max(one, other))}];
}

std::vector<CommonBoundary> active_boundaries(const CellLoads& loads, const Decomposition& division) {
  const std::vector<std::int32_t> owners = active_owners_of(loads, division);
  const auto columns = static_cast<std::size_t>(loads.columns());
  CellsBetween between;
  for (std::size_t cell = 0; cell < owners.size(); ++cell) {
    if ((cell + 1) % columns != 0) count_side(owners[cell], owners[cell + 1], between);
    if (cell + columns < owners.size()) count_side(owners[cell], owners[cell + columns], between);
  }
  std::vector<CommonBoundary> boundaries;
  for (const auto& [pair, cells] : between) boundaries.push_back({pair.first, pair.second, static_cast<double>(cells)});
  return boundaries;
}

}  // namespace

Stencil stencil_of(const CellProblem& problem, const Decomposition& division) {
  if (!problem.loads) return stencil_of(division);
  return {active_boundaries(*problem.loads, division), part_loads(problem, division)};
}

}  // namespace apportion

// Runs of a part's cells in one line, and which of them are narrow.
#include "extensions/cells/sim/widths.hpp"

#include <cstddef>

#include "extensions/cells/sim/active_owners.hpp"

namespace apportion {

OwnedCells::OwnedCells(const CellProblem& problem, const Decomposition& division)
    : CellAxes(problem), owners(problem.loads ? active_owners_of(*problem.loads, division) : owners_of(division)) {}

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

// How wide the parts of a division into whole cells are: runs of a part's cells in one line.
#pragma once

#include <cstdint>
#include <vector>

#include "extensions/cells/sim/cell_problem.hpp"

namespace apportion {

/// The owners of an array's cells. A run is a maximal sequence of cells of a
/// line with one owner. It is closed if both ends are at the array's edge or at cells without an owner: it cannot be
/// longer.
struct OwnedCells : CellAxes {
  /// The owners of the active cells. InputError above most_single_cells cells.
  OwnedCells(const CellProblem& problem, const Decomposition& division);

  [[nodiscard]] std::size_t size() const { return owners.size(); }
  /// The owner of the cell `steps` along the axis; no_owner outside of the array.
  [[nodiscard]] std::int32_t owner_at(std::size_t cell, std::size_t axis, std::int64_t steps) const;
  /// Whether the cell's run along the axis has fewer cells than `width` and is not closed. O(width).
  [[nodiscard]] bool is_narrow(std::size_t cell, std::size_t axis, std::int64_t width) const;

  std::vector<std::int32_t> owners;
};

/// The number of runs that are not closed and have fewer cells than the problem's least width along their axis.
[[nodiscard]] std::int64_t count_narrow_runs(const CellProblem& problem, const Decomposition& division);

}  // namespace apportion

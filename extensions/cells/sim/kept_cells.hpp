// The cells of an array that lower bounds use: those in long runs, and those without a ragged coast; and the seas.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "extensions/cells/sim/cell_problem.hpp"
#include "extensions/cells/sim/part_sizes.hpp"

namespace apportion {

/// Kept cells and the runs of active cells in which they lie: along layers, rows and columns, in the plane along rows
/// and columns.
struct RunCore {
  KeptCells kept;
  std::int64_t runs = 0;                     ///< runs with a kept cell
  std::array<std::int64_t, 3> longest = {};  ///< the most kept cells of a run that crosses layers, rows, columns
};

/// First the core with all active cells. For arrays with loads and up to PartSizes::most_sorted cells then those that
/// remain when runs with fewer than 2, 3, ... kept cells are dropped, while at least half of all cells remain.
[[nodiscard]] std::vector<RunCore> run_cores(const CellProblem& problem);

/// Kept cells and the length of their coast.
struct CoastCore {
  KeptCells kept;
  /// Pairs of a kept cell and a cell beside it that is not active or not in the array, and dropped cells beside one.
  std::int64_t coast = 0;
};

/// In the plane, the core with all active cells, and those that remain when each cell is dropped that shortens the
/// coast by at least 3, by 2, and by 1; without loads only cells in corners do. Empty for arrays with loads and more
/// than PartSizes::most_sorted cells.
[[nodiscard]] std::vector<CoastCore> coast_cores(const CellProblem& problem);

/// The sea of each cell, a connected piece of the active cells; -1 for a cell that is left out. O(cells).
[[nodiscard]] std::vector<std::int32_t> sea_of_each_cell(const CellProblem& problem);
/// The loads of the seas, in descending order.
[[nodiscard]] std::vector<double> sea_loads(const CellProblem& problem);

}  // namespace apportion

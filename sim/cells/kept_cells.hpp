// The cells of an array that lower bounds look at: those of long runs, and those without a ragged coast; and the seas.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/cells/cell_problem.hpp"
#include "sim/cells/part_sizes.hpp"

namespace apportion {

/// Kept cells and the runs of active cells in which they lie: along layers, rows and columns, in the plane along the
/// last two.
struct RunCore {
  KeptCells kept;
  std::int64_t runs = 0;                     ///< with a kept cell
  std::array<std::int64_t, 3> longest = {};  ///< most kept cells of a run that crosses layers, rows, columns
};

/// All active cells. Of arrays of up to PartSizes::most_sorted cells with loads then those that remain when runs with
/// fewer than 2, 3, .. kept cells are dropped, as long as these are half of all.
[[nodiscard]] std::vector<RunCore> run_cores(const CellProblem& problem);

/// Kept cells, and what the coast has of the cells beside them.
struct CoastCore {
  KeptCells kept;
  /// Pairs of a kept cell and a cell beside it that is not active or not in the array, and dropped cells beside one.
  std::int64_t coast = 0;
};

/// In the plane: all active cells, and those that remain when each cell is dropped that makes the coast less by at
/// least 3, by 2, and by 1. Without loads nothing but cells in corners; none of larger arrays than
/// PartSizes::most_sorted with loads.
[[nodiscard]] std::vector<CoastCore> coast_cores(const CellProblem& problem);

/// The connected piece of the active cells that each cell lies in, -1 of a cell that is left out. O(cells).
[[nodiscard]] std::vector<std::int32_t> sea_of_each_cell(const CellProblem& problem);
/// The loads of these pieces, in descending order.
[[nodiscard]] std::vector<double> sea_loads(const CellProblem& problem);

}  // namespace apportion

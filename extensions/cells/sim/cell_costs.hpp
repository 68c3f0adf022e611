// What a division into whole cells costs: boundary, neighbours, elements sent, fragments, imbalance, cells that move;
// and how far it keeps cells together and parts wide.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "extensions/cells/sim/cell_problem.hpp"
#include "sim/cells/boundary.hpp"
#include "sim/cells/owners.hpp"
#include "sim/stencil.hpp"

namespace apportion {

// All functions take a division that require_division() accepts. Without loads they compute with rectangles, however
// many cells these have; with loads, and in space, they visit every cell.

/// owners_of() and the division without the cells of load 0, which have no owner. nullptr: all cells have load 1.
[[nodiscard]] std::vector<std::int32_t> active_owners_of(const CellLoads* loads, const Decomposition& division);
[[nodiscard]] Decomposition active_division(const CellLoads* loads, const Decomposition& division);

[[nodiscard]] CellBoundary cell_boundary(const CellProblem& problem, const Decomposition& division);

/// The active cells over the cells of the parts' bounding boxes: how much of the arrays that a program allocates for
/// its parts is used. 1 if the boxes hold only active cells.
[[nodiscard]] double cell_fill(const CellProblem& problem, const Decomposition& division);

/// The messages of a sweep of the problem's stencil: each active cell goes once to every part that reads it; the
/// elements of a part are its load. require_division() must accept the division. Without loads the result follows from
/// the geometry; otherwise all cells are visited.
[[nodiscard]] Stencil stencil_of(const CellProblem& problem, const Decomposition& division);

/// The cost of a boundary by the problem's objective, which is not Objective::load.
[[nodiscard]] double objective_cost(const CellProblem& problem, const CellBoundary& boundary);

/// How far parts are from their shares.
struct CellBalance {
  double imbalance = 0;                           ///< greatest load over its share, minus 1
  double furthest = 0;                            ///< greatest distance of a load from its share
  std::vector<std::size_t> beyond_one_cell = {};  ///< processors outside of load_limits() at an imbalance of 0
  std::size_t beyond_tolerance = 0;  ///< processors outside of load_limits(), or with more than their memory
  double load_beyond = 0;            ///< the sum of the distances of all loads from load_limits()
  double excess = 0;                 ///< the greatest of these distances, each as a part of the processor's share
  double cells_beyond = 0;           ///< active cells that do not fit the memory of their processors
  /// The imbalance of each map where there are several. The other members then are the greatest over the maps, or
  /// counts over all maps; distances are in units in which every map has the total of the problem's loads.
  std::vector<double> imbalance_of_maps = {};
};

[[nodiscard]] CellBalance cell_balance(const CellProblem& problem, const Decomposition& division);

/// The order in which algorithms choose and answers are ranked: of two divisions of one problem the better one has less
/// in the first member in which they differ.
struct CellRank {
  double cells_beyond = 0;  ///< CellBalance::cells_beyond: the program cannot run
  double load_beyond = 0;   ///< CellBalance::load_beyond: an easier problem was solved
  std::int64_t empty = 0;   ///< parts without an active cell
  std::int64_t torn = 0;    ///< CellBoundary::torn, where the problem asks for connected parts
  double cost = 0;          ///< objective_cost(), or the greatest load
  std::int64_t pieces = 0;  ///< CellBoundary::fragments, where the problem asks for connected parts
  double imbalance = 0;     ///< CellBalance::imbalance

  [[nodiscard]] bool has_shortcomings() const { return cells_beyond > 0 || load_beyond > 0 || empty > 0 || torn > 0; }
  /// Loads, costs and imbalances whose relative difference is at most 1e-9 are equal.
  [[nodiscard]] std::weak_ordering operator<=>(const CellRank& other) const;
};

[[nodiscard]] CellRank cell_rank(const CellProblem& problem, const Decomposition& division);
[[nodiscard]] CellRank cell_rank(const CellProblem& problem, const CellBalance& balance, const CellBoundary& boundary);

/// The number of active cells whose owner differs from the previous one; 0 without a previous division. New cells do
/// not count.
[[nodiscard]] std::int64_t moved_cells(const CellProblem& problem, const Decomposition& division);

/// The objective plus the price of the cells that moved.
[[nodiscard]] double cost_with_migration(const CellProblem& problem, double objective, std::int64_t moved);

/// How many groups a division keeps together.
struct TogetherCount {
  std::int64_t pieces = 0;  ///< groups: numbers above 0 that active cells have
  std::int64_t cut = 0;     ///< groups with cells in several parts
};

/// For a problem with `together`.
[[nodiscard]] TogetherCount count_together(const CellProblem& problem, const Decomposition& division);

/// The owners of an array's active cells. A run is a maximal sequence of cells of a line with one owner. It is closed
/// if both ends are at the array's edge or at cells without an owner: it cannot be longer.
struct OwnedCells : CellAxes {
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

// What a division into whole cells costs: boundary, neighbours, elements sent, fragments, imbalance.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "sim/cells/cell_problem.hpp"

namespace apportion {

// All functions take a division that require_division() accepts. Without loads they compute with rectangles, however
// many cells these have; with loads, and in space, they visit every cell.

/// The boundary between parts, and what is sent across it.
struct CellBoundary {
  std::int64_t edges = 0;       ///< pairs of active cells with a common side, in space a face, of different parts
  std::int64_t neighbours = 0;  ///< unordered pairs of parts with at least one such pair of cells
  /// The greatest number, over the parts, of active cells of other parts that have a side in common with a cell of the
  /// part: what it receives in a sweep of a five-point stencil.
  std::int64_t halo = 0;
  std::int64_t volume = 0;     ///< elements sent: each active cell once to each other part within its stencil
  std::int64_t busiest = 0;    ///< the most elements that one part receives; `halo`, if the stencil has five points
  std::int64_t fragments = 0;  ///< connected pieces of active cells beyond one for each part that has any
  /// Connected pieces beyond one for each pair of a part and a sea in which it has a cell; a sea is a connected piece
  /// of all active cells. 0 if within each sea every part is connected; `fragments`, if there is one sea.
  std::int64_t torn = 0;
  std::int64_t empty = 0;  ///< parts without an active cell
};

[[nodiscard]] CellBoundary cell_boundary(const CellProblem& problem, const Decomposition& division);

/// The active cells over the cells of the parts' bounding boxes: how much of the arrays that a program allocates for
/// its parts is used. 1 if the boxes hold only active cells.
[[nodiscard]] double cell_fill(const CellProblem& problem, const Decomposition& division);

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

}  // namespace apportion

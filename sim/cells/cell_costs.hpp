// What a division into whole cells costs: boundary, neighbours, elements sent, fragments, imbalance.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "sim/cells/cell_problem.hpp"

namespace apportion {

// All take a division that require_division() accepts. Without loads they follow from the rectangles, however many
// cells there are; with loads, and in space, the cells are looked at one by one.

/// What lies between parts.
struct CellBoundary {
  std::int64_t edges = 0;       ///< pairs of active cells with a common side, in space a face, of different parts
  std::int64_t neighbours = 0;  ///< unordered pairs of parts with at least one such pair of cells
  /// The greatest number, over the parts, of active cells of other parts that have a side in common with a cell of the
  /// part: what it receives in a sweep of a five-point stencil.
  std::int64_t halo = 0;
  std::int64_t volume = 0;   ///< elements sent by all: each active cell once to each other part that its stencil meets
  std::int64_t busiest = 0;  ///< the most of them that one part receives; `halo`, if the stencil has five points
  std::int64_t fragments = 0;  ///< connected pieces of active cells beyond one for each part that has any
  /// Connected pieces beyond one for each pair of a part and a sea that it has a cell in, where a sea is a connected
  /// piece of all active cells: `fragments`, if there is one sea. 0 if within each sea every part hangs together.
  std::int64_t torn = 0;
  std::int64_t empty = 0;  ///< parts without an active cell
};

[[nodiscard]] CellBoundary cell_boundary(const CellProblem& problem, const Decomposition& division);

/// The active cells over the cells of the parts' bounding boxes, which hold nothing but active cells where it is 1: how
/// much of the arrays is used that a program allocates for its parts.
[[nodiscard]] double cell_fill(const CellProblem& problem, const Decomposition& division);

/// What the problem's objective, which is not Objective::load, says of a boundary.
[[nodiscard]] double objective_cost(const CellProblem& problem, const CellBoundary& boundary);

/// How far parts are from their shares.
struct CellBalance {
  double imbalance = 0;                           ///< greatest load over its share, minus 1
  double furthest = 0;                            ///< greatest distance of a load from its share
  std::vector<std::size_t> beyond_one_cell = {};  ///< processors outside of load_limits() at an imbalance of 0
  std::size_t beyond_tolerance = 0;  ///< processors outside of load_limits(), or with more than their memory
  double load_beyond = 0;            ///< how far they are outside of load_limits(), all together
  double excess = 0;                 ///< the most that one of them is outside, as a part of its share
  double cells_beyond = 0;           ///< active cells that do not fit the memory of their processors
  /// The imbalance of each map where there are several. The others are then what is greatest, or counts, of all maps;
  /// distances are in units in which every map has the total of the problem's loads.
  std::vector<double> imbalance_of_maps = {};
};

[[nodiscard]] CellBalance cell_balance(const CellProblem& problem, const Decomposition& division);

/// What decides between two divisions of one problem: the first of these in which they differ. Less is better in each.
/// The one order in which algorithms choose and answers are ranked.
struct CellRank {
  double cells_beyond = 0;  ///< CellBalance::cells_beyond: the program cannot run
  double load_beyond = 0;   ///< CellBalance::load_beyond: another, easier problem was solved
  std::int64_t empty = 0;   ///< parts without an active cell
  std::int64_t torn = 0;    ///< CellBoundary::torn, where the problem asks for connected parts
  double cost = 0;          ///< objective_cost(), or the greatest load
  std::int64_t pieces = 0;  ///< CellBoundary::fragments, where the problem asks for connected parts
  double imbalance = 0;     ///< CellBalance::imbalance

  /// Whether anything but the cost falls short of what was asked.
  [[nodiscard]] bool has_shortcomings() const { return cells_beyond > 0 || load_beyond > 0 || empty > 0 || torn > 0; }
  /// Loads, costs and imbalances that differ by 1e-9 of them or less are equal.
  [[nodiscard]] std::weak_ordering operator<=>(const CellRank& other) const;
};

[[nodiscard]] CellRank cell_rank(const CellProblem& problem, const Decomposition& division);
[[nodiscard]] CellRank cell_rank(const CellProblem& problem, const CellBalance& balance, const CellBoundary& boundary);

}  // namespace apportion

// What an algorithm for whole cells is asked, and the shares that it aims at.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/cells/cell_loads.hpp"
#include "sim/cluster.hpp"
#include "sim/objective.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion {

struct Platform;  // sim/network/platform.hpp

constexpr std::int64_t most_cell_lines = 1'000'000'000;     ///< rows, and columns
constexpr std::int64_t most_cells = 1'000'000'000'000'000;  ///< of an array whose cells all have load 1
/// Of a latency that is not 0: where it is all that a lower bound has, the total is still a finite multiple of that.
constexpr double least_latency = 1e-280;

/// What methods minimise; the least greatest load is found by least_load_division().
[[nodiscard]] inline std::vector<Objective> cell_problem_objectives() {
  return {Objective::total, Objective::volume, Objective::busiest};
}

[[nodiscard]] inline bool is_by_elements(Objective objective) {
  return objective == Objective::volume || objective == Objective::busiest;
}

constexpr double most_migration_price = 1e6;

/// The division that an array has until now.
struct PreviousDivision {
  /// owners[row * columns + column]; no_owner for a cell that is new. An owner that is no processor of the problem
  /// counts as gone.
  std::vector<std::int32_t> owners = {};
  /// Of an active cell that gets another owner, in units of the objective. A new cell costs nothing.
  double price = 0;
};

/// Divide an array of rows x columns cells among the processors of `cluster`, whole cells each, in proportion to their
/// speeds. A division is a Decomposition whose coordinates are whole; a part may be empty (a rectangle without area) or
/// have any shape. Cells that are left out may belong to a part's rectangles or to no part.
///
/// An array in space has layers, each of as many rows. Its rows are those of all layers, one layer behind the other,
/// and so it stands in loads, divisions and owners: what is summed over cells goes by that, and only what looks at the
/// cells around one has to know the layers.
struct CellProblem {
  std::int64_t rows = 0;  ///< of all layers
  std::int64_t columns = 0;
  Cluster cluster;
  double latency = 0;                                ///< start-up cost of a pair of neighbours, in cell edges
  std::shared_ptr<const CellLoads> loads = nullptr;  ///< nullptr: every cell has load 1
  Objective objective = Objective::total;            ///< or volume, busiest or load
  /// Cells that an update reads: 5, or 9 with those at corners; in space 7 or 27.
  int stencil = 5;
  /// In a chain: parts follow each other in the order of the processors.
  bool keep_order = false;
  /// How far a load may be from its share, as a part of that; load_limits() has the whole rule.
  double imbalance = 0;
  /// How far it may be below its share instead, from 0 to 1, which is any load; nullopt: as far as above it.
  std::optional<double> underload = std::nullopt;
  /// A load that each part may be beyond these limits, of divisions for which there is nothing better.
  double further = 0;
  /// How many times its share a load may be, and as little as there is; 0: as the imbalance says.
  double most_over_share = 0;
  /// Whether an answer with parts in several pieces is worse than any without.
  bool connected = true;
  /// Whole active cells that each processor can hold, perhaps infinite; empty without limits. The speeds are such that
  /// no share exceeds them if all cells have the average load.
  std::vector<double> memory = {};
  /// Of a chain: what each cell takes of the memory; nullptr: 1 each.
  std::shared_ptr<const CellLoads> cell_memory = nullptr;
  std::shared_ptr<const PreviousDivision> previous = nullptr;  ///< nullptr: nothing has to move
  /// together[row * columns + column]: active cells with one number above 0 are to have one owner; nullptr: all are
  /// free. Tolerances are what they are without it.
  std::shared_ptr<const std::vector<std::int32_t>> together = nullptr;
  std::int64_t layers = 1;  ///< more than 1: the array is in space
  /// Cells that a part is wide at least along the layers, the rows and the columns, wherever it is; widths.hpp.
  std::array<std::int64_t, 3> least_width = {1, 1, 1};
  /// Where not nullptr, BEST looks for the division with the shortest iteration there instead of the least objective.
  /// As many processors as the cluster.
  std::shared_ptr<const Platform> platform = nullptr;
  /// Where cells have several loads, such as those of an ocean model and an ice model, of which each is to be balanced:
  /// the maps, two or more. `loads` is then combined_loads() of them. Empty where there is one load, or none.
  std::vector<std::shared_ptr<const CellLoads>> maps = {};

  [[nodiscard]] Extent extent() const { return {static_cast<double>(rows), static_cast<double>(columns)}; }
  [[nodiscard]] bool in_space() const { return layers > 1; }
  [[nodiscard]] bool has_widths() const { return std::ranges::max(least_width) > 1; }
  /// One row or column of cells, in space one line of any direction.
  [[nodiscard]] bool is_chain() const { return rows == 1 || (columns == 1 && (layers == 1 || layers == rows)); }
  [[nodiscard]] std::int64_t layer_rows() const { return rows / layers; }
};

/// "20 x 30", in space "10 x 20 x 30": layers, rows of each, columns.
[[nodiscard]] std::string sides_text(const CellProblem& problem);
/// "row 3, column 4", in space with the layer before it: of a cell in the order of owners. `rows` are those of all
/// layers.
[[nodiscard]] std::string cell_text(std::size_t cell, std::int64_t layers, std::int64_t rows, std::int64_t columns);
/// InputError where an array has more cells than one in space may: most_single_cells.
void require_space(std::int64_t layers, std::int64_t rows, std::int64_t columns);

/// InputError, with the first map of another size than map 1, unless all are as large. There is one map at least.
void require_one_size(const std::vector<std::shared_ptr<const CellLoads>>& maps);
/// What stands for several maps of loads where one number is asked for: their mean, each scaled so that an active cell
/// has 1 on average. A cell is active where any of them has a load. InputError as of require_one_size(), and where a
/// map's total is so little that loads cannot be scaled by it.
[[nodiscard]] std::shared_ptr<const CellLoads> combined_loads(
    const std::vector<std::shared_ptr<const CellLoads>>& maps);

/// InputError if sides, cluster or latency are out of range (require_total() and least_latency), the loads are those of
/// another array, the load per speed is beyond a double, the stencil is neither 5 nor 9, in space neither 7 nor 27, the
/// imbalance is not from 0 to 1, some processors have memory and others not, or the previous division is that of
/// another array, has an owner below no_owner or a price that is not from 0 to most_migration_price; where several maps
/// meet memory, a previous division or a platform; where require_together() refuses what is to stay together, or
/// there are several maps or a previous division as well; and for least widths beside these two. Fewer active cells
/// than processors are no error: some parts are then empty.
void validate(const CellProblem& problem);

[[nodiscard]] double total_load(const CellProblem& problem);
[[nodiscard]] std::int64_t active_cells(const CellProblem& problem);
/// The load of a rectangle with whole sides inside the array: its area where there are no loads. O(1).
[[nodiscard]] double load_of(const CellProblem& problem, const Rect& rect);
/// The load of all rectangles of each part.
[[nodiscard]] std::vector<double> part_loads(const CellProblem& problem, const Decomposition& division);
/// The same of the loads of one map.
[[nodiscard]] std::vector<double> part_loads(const CellLoads& loads, const Decomposition& division);
/// What the active cells of each part take of the memory: their number, or the sum of `cell_memory`.
[[nodiscard]] std::vector<double> part_cells(const CellProblem& problem, const Decomposition& division);
/// The loads that would be balanced: speed over the sum of speeds, times the total load.
[[nodiscard]] std::vector<double> shares(const CellProblem& problem);

/// By what part of its share the processor with the greatest one exceeds it if it has the heaviest cell alone, of the
/// map of which that is most: no division has a lesser imbalance. 0 where the cell is no heavier than the share.
[[nodiscard]] double forced_imbalance(const CellProblem& problem);

/// The loads that parts may have.
struct LoadLimits {
  std::vector<double> least = {};
  std::vector<double> most = {};

  /// How far a load of this part is outside.
  [[nodiscard]] double excess_of(double load, std::size_t part) const {
    return std::max(std::max(load - most[part], least[part] - load), 0.0);
  }
};

/// Within the tolerance is a load that differs from its share by no more than the greatest of the imbalance's part of
/// the share, the median load of the active cells, and the forced imbalance's part of the share. What doubles round is
/// added; where loads are not whole 1e-9 of the difference, too. This is the one place that says so. With several maps
/// the mean of their limits: outside of it the loads together cannot be. By Objective::load any load is within.
[[nodiscard]] LoadLimits load_limits(const CellProblem& problem);
/// The same at another imbalance than that of the problem.
[[nodiscard]] LoadLimits load_limits(const CellProblem& problem, double imbalance);

/// What the loads of a map are multiplied by, so that its total is that of the problem, and its shares are shares().
[[nodiscard]] double map_scale(const CellProblem& problem, std::size_t map);
/// The limits of each map's loads, scaled in that way. Empty where there are not several maps.
[[nodiscard]] std::vector<LoadLimits> map_limits(const CellProblem& problem, double imbalance);

/// Throws std::logic_error, naming the rectangle, unless `division` has a part for each processor, its coordinates are
/// whole and inside the array, no two rectangles overlap, and every active cell belongs to a part. O(n log n) for n
/// rectangles.
void require_division(const CellProblem& problem, const Decomposition& division);

}  // namespace apportion

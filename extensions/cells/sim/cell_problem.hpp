// The problem of dividing an array into whole cells: its data, its checks, and the limits of the parts' loads.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "extensions/cells/sim/cell_loads.hpp"
#include "sim/cluster.hpp"
#include "sim/objective.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion {

struct Platform;  // sim/network/jacobi.hpp

constexpr std::int64_t most_cells = 1'000'000'000'000'000;  ///< the most cells of an array whose cells all have load 1
/// The least latency above 0. A lower bound may be the latency alone; the total then is still a finite multiple of it.
constexpr double least_latency = 1e-280;

/// The objectives that methods minimise.
[[nodiscard]] inline std::vector<Objective> cell_problem_objectives() {
  return {Objective::total, Objective::volume, Objective::busiest};
}

/// The objectives that a problem may have: also the greatest load, which least_load_division() minimises by any method.
[[nodiscard]] inline std::vector<Objective> all_cell_objectives() {
  std::vector<Objective> all = cell_problem_objectives();
  all.push_back(Objective::load);
  return all;
}

[[nodiscard]] inline bool is_by_elements(Objective objective) {
  return objective == Objective::volume || objective == Objective::busiest;
}

constexpr double most_migration_price = 1e6;

/// The division that an array has before it is divided anew.
struct PreviousDivision {
  /// owners[row * columns + column]; no_owner for a cell that is new. An owner that is not among the problem's
  /// processors is one that has been removed.
  std::vector<std::int32_t> owners = {};
  /// The price of an active cell that gets another owner, in units of the objective. A new cell costs nothing.
  double price = 0;
};

/// An array of rows x columns cells, to be divided into whole cells among the processors of `cluster` in proportion to
/// their speeds. A division is a Decomposition with whole coordinates; a part may have any shape, or be empty (one
/// rectangle without area). Cells that are left out may lie in a part's rectangles or in no part.
///
/// An array in space has layers with equal numbers of rows. `rows` counts those of all layers, one layer behind the
/// other, and loads, divisions and owners have this order. Sums over cells therefore work as in the plane; only code
/// that visits the cells around a cell uses `layers`.
struct CellProblem {
  std::int64_t rows = 0;  ///< the rows of all layers
  std::int64_t columns = 0;
  Cluster cluster;
  double latency = 0;                                ///< start-up cost for each pair of neighbours, in cell edges
  std::shared_ptr<const CellLoads> loads = nullptr;  ///< nullptr: every cell has load 1
  Objective objective = Objective::total;            ///< or volume, busiest or load
  /// The cells that the update of one cell reads: 5, or 9 with those at corners; in space 7 or 27.
  int stencil = 5;
  /// In a chain, whether the parts must follow each other in the order of the processors.
  bool keep_order = false;
  /// How far a load may be from its share, as a part of that; load_limits() has the whole rule.
  double imbalance = 0;
  /// How far it may be below its share instead, from 0 to 1, which is any load; nullopt: as far as above it.
  std::optional<double> underload = std::nullopt;
  /// How far, in load, each part may exceed these limits: windows are widened where no division within them was found.
  double further = 0;
  /// A load may be this many times its share, and as small as any; 0: within the imbalance.
  double most_over_share = 0;
  /// Whether every answer with a part in several pieces ranks behind those without.
  bool connected = true;
  /// How many active cells each processor can hold, whole or infinite; empty without limits. The speeds are such that
  /// no share exceeds its limit if all cells have the average load.
  std::vector<double> memory = {};
  /// In a chain, the memory that each cell needs; nullptr: 1 each.
  std::shared_ptr<const CellLoads> cell_memory = nullptr;
  std::shared_ptr<const PreviousDivision> previous = nullptr;  ///< nullptr: there is none
  /// together[row * columns + column]: active cells with one number above 0 must have one owner; nullptr: there are no
  /// such groups. They do not change the tolerances.
  std::shared_ptr<const std::vector<std::int32_t>> together = nullptr;
  std::int64_t layers = 1;  ///< more than 1: the array is in space
  /// The least width in cells of all parts along the layers, the rows and the columns.
  std::array<std::int64_t, 3> least_width = {1, 1, 1};
  /// If not nullptr, BEST minimises the time of an iteration on this platform in place of the objective. It has as many
  /// processors as the cluster.
  std::shared_ptr<const Platform> platform = nullptr;
  /// Where cells have several loads that must all be balanced, such as those of an ocean and an ice model: the maps,
  /// two or more; `loads` then is their combined_loads(). Otherwise empty.
  std::vector<std::shared_ptr<const CellLoads>> maps = {};

  [[nodiscard]] Extent extent() const { return {static_cast<double>(rows), static_cast<double>(columns)}; }
  [[nodiscard]] bool in_space() const { return layers > 1; }
  [[nodiscard]] bool has_widths() const { return std::ranges::max(least_width) > 1; }
  /// Whether the array is one row or column of cells, in space one line along any axis.
  [[nodiscard]] bool is_chain() const { return rows == 1 || (columns == 1 && (layers == 1 || layers == rows)); }
  [[nodiscard]] std::int64_t layer_rows() const { return rows / layers; }
  /// The load of the cell with the number row * columns + column.
  [[nodiscard]] double load(std::size_t cell) const { return loads ? loads->at(cell) : 1; }
};

/// The numbers of an array's cells along its axes: layers, rows of a layer, columns.
struct CellAxes {
  explicit CellAxes(const CellProblem& problem)
      : sides{problem.layers, problem.layer_rows(), problem.columns},
        strides{problem.layer_rows() * problem.columns, problem.columns, 1},
        first(problem.in_space() ? 0 : 1) {}

  [[nodiscard]] std::int64_t coordinate(std::int64_t cell, std::size_t axis) const {
    return cell / strides[axis] % sides[axis];
  }
  /// Calls inside(number) for each cell beside this one, and outside() for each side of the array beside it.
  template <class Inside, class Outside>
  void beside(std::int64_t cell, Inside inside, Outside outside) const {
    for (std::size_t axis = first; axis < 3; ++axis)
      for (const std::int64_t step : {-1, 1}) {
        const std::int64_t place = coordinate(cell, axis) + step;
        if (place < 0 || place >= sides[axis])
          outside();
        else
          inside(cell + step * strides[axis]);
      }
  }

  std::array<std::int64_t, 3> sides;
  std::array<std::int64_t, 3> strides;
  std::size_t first;  ///< the first axis: in the plane the rows
};

/// Calls visit(cell, sea) for each active cell, sea by sea, in the order of the seas' first cells. A sea is a connected
/// piece of the active cells. O(cells).
template <class Visit>
void for_each_cell_of_seas(const CellProblem& problem, Visit visit) {
  const CellAxes axes(problem);
  std::vector<bool> is_seen(static_cast<std::size_t>(problem.rows * problem.columns));
  std::vector<std::int64_t> open;
  const auto reach = [&](std::int64_t number) {
    const auto cell = static_cast<std::size_t>(number);
    if (is_seen[cell] || !(problem.load(cell) > 0)) return;
    is_seen[cell] = true;
    open.push_back(number);
  };
  std::int32_t sea = 0;
  for (std::int64_t start = 0; start < problem.rows * problem.columns; ++start) {
    reach(start);
    if (open.empty()) continue;
    while (!open.empty()) {
      const std::int64_t cell = open.back();
      open.pop_back();
      visit(static_cast<std::size_t>(cell), sea);
      axes.beside(cell, reach, [] {});
    }
    ++sea;
  }
}

/// "20 x 30", in space "10 x 20 x 30": layers, rows of each, columns.
[[nodiscard]] std::string sides_text(const CellProblem& problem);

/// InputError that names the first map whose size is not that of map 1. There is at least one map.
void require_one_size(const std::vector<std::shared_ptr<const CellLoads>>& maps);
/// One map for algorithms that use one load per cell: the mean of the maps, each scaled so that its active cells have
/// the mean load 1. A cell is active where any of them has a load. InputError as of require_one_size(), and where a
/// map's total is so little that loads cannot be scaled by it.
[[nodiscard]] std::shared_ptr<const CellLoads> combined_loads(
    const std::vector<std::shared_ptr<const CellLoads>>& maps);

/// InputError if sides, cluster or latency are out of range (require_total() and least_latency), the loads are those of
/// another array, the load per speed is beyond a double, the stencil is neither 5 nor 9, in space neither 7 nor 27, the
/// imbalance is not from 0 to 1, only some processors have a memory limit, or the previous division is that of another
/// array, has an owner below no_owner or a price that is not from 0 to most_migration_price; for several maps together
/// with memory, a previous division or a platform; unless `together` has a number from 0 on for each cell, and all
/// active cells with one number above 0 lie in one sea; for `together` with several maps or a previous division; and
/// for least widths with either of these. Fewer active cells than processors
/// are no error: some parts are then empty.
void validate(const CellProblem& problem);
/// InputError, with the number, if the cells of a group are together heavier than load_limits() allow any processor.
void require_room_together(const CellProblem& problem);

[[nodiscard]] double total_load(const CellProblem& problem);
[[nodiscard]] std::int64_t active_cells(const CellProblem& problem);
/// The load of a rectangle with whole sides inside the array: its area where there are no loads. O(1).
[[nodiscard]] double load_of(const CellProblem& problem, const Rect& rect);
/// The load of each part.
[[nodiscard]] std::vector<double> part_loads(const CellProblem& problem, const Decomposition& division);
/// The load of each part in one map.
[[nodiscard]] std::vector<double> part_loads(const CellLoads& loads, const Decomposition& division);
/// The memory that the active cells of each part need: their number, or the sum of `cell_memory`.
[[nodiscard]] std::vector<double> part_cells(const CellProblem& problem, const Decomposition& division);
/// The load of each part in perfect balance: the total load times its speed over the sum of speeds.
[[nodiscard]] std::vector<double> shares(const CellProblem& problem);

/// A lower bound on the imbalance of every division: the heaviest cell over the greatest share, minus 1, or 0 if the
/// share is greater; with several maps the greatest over the maps.
[[nodiscard]] double forced_imbalance(const CellProblem& problem);

/// The loads that parts may have.
struct LoadLimits {
  std::vector<double> least = {};
  std::vector<double> most = {};

  /// How far the load of this part is outside of its limits.
  [[nodiscard]] double excess_of(double load, std::size_t part) const {
    return std::max(std::max(load - most[part], least[part] - load), 0.0);
  }
};

/// The loads within the tolerance, defined only here: they differ from the share by at most the greatest of the
/// imbalance times the share, the median load of the active cells, and the forced imbalance times the share. Rounding
/// errors of doubles are allowed for, and 1e-9 of the difference if loads are not whole. With several maps these are
/// the means of the maps' limits; the combined loads are within them if each map is within its own. By Objective::load
/// every load is within.
[[nodiscard]] LoadLimits load_limits(const CellProblem& problem);
/// load_limits() for an imbalance other than the problem's.
[[nodiscard]] LoadLimits load_limits(const CellProblem& problem, double imbalance);

/// The factor that scales a map's loads to the total of the problem, so that its shares are shares().
[[nodiscard]] double map_scale(const CellProblem& problem, std::size_t map);
/// The limits of each map's loads, scaled by map_scale(); empty unless there are several maps.
[[nodiscard]] std::vector<LoadLimits> map_limits(const CellProblem& problem, double imbalance);

/// Throws std::logic_error, naming the rectangle, unless `division` has a part for each processor, its coordinates are
/// whole and inside the array, no two rectangles overlap, and every active cell belongs to a part. O(n log n) for n
/// rectangles.
void require_division(const CellProblem& problem, const Decomposition& division);

}  // namespace apportion

// Arrays cut into nx x ny blocks, of which those without load are removed: how ocean models divide their grids.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "sim/cells/cell_loads.hpp"

namespace apportion {

/// How a length is cut into blocks. The longest has ceil(length / blocks) cells by every rule.
enum class BlockRule : std::uint8_t {
  fms,   ///< as mpp_compute_extent() of FMS does, for MOM6: mirror-symmetric where that is possible
  nemo,  ///< the first blocks are a cell longer, as in NEMO
  ceil   ///< all but the last have that length, as in CICE
};

/// Where each block begins, and the length. Empty where the rule has no such blocks: the last would be empty. `blocks`
/// is from 1 to `length`.
[[nodiscard]] std::vector<std::int64_t> block_bounds(std::int64_t length, std::int64_t blocks, BlockRule rule);

/// How an array is cut, and which blocks are removed: those without a load, and without one within `margin` cells.
struct LayoutRules {
  BlockRule cut = BlockRule::fms;
  std::int64_t margin = 1;   ///< not negative; beyond the array there is no load
  bool periodic = false;     ///< the last column is beside the first
  bool north_first = false;  ///< row 0 is the northernmost, so that blocks are cut and counted from the last row on
  bool north_fold = false;   ///< the northernmost row is folded onto itself: its blocks are not removed
};

struct Layout {
  std::int64_t nx = 1;  ///< blocks along the columns
  std::int64_t ny = 1;  ///< blocks along the rows

  bool operator==(const Layout&) const = default;
};

/// Where the blocks of a layout lie: block (i, j), from 0 on, has columns[i] to columns[i + 1] and rows[j] to
/// rows[j + 1]. With `north_first` its j is counted from the last row on: from ny - 1 - j.
struct BlockGrid {
  std::vector<std::int64_t> rows;
  std::vector<std::int64_t> columns;

  [[nodiscard]] bool exists() const { return !rows.empty() && !columns.empty(); }
  [[nodiscard]] Rect block(std::size_t i, std::size_t j) const {
    return {static_cast<double>(rows[j]), static_cast<double>(columns[i]), static_cast<double>(rows[j + 1] - rows[j]),
            static_cast<double>(columns[i + 1] - columns[i])};
  }
};

[[nodiscard]] std::vector<std::int64_t> row_bounds(std::int64_t rows, std::int64_t ny, const LayoutRules& rules);
[[nodiscard]] BlockGrid block_grid(const CellLoads& loads, const Layout& layout, const LayoutRules& rules);

struct LayoutCosts {
  std::int64_t active = 0;   ///< blocks that are not removed
  double largest_load = 0;   ///< of a block
  std::int64_t rows = 0;     ///< of the longest block
  std::int64_t columns = 0;  ///< of the widest
  double aspect = 1;         ///< of `rows` and `columns`, the longer over the shorter
  std::int64_t halo = 0;     ///< cells of other blocks, removed ones among them, beside a block of `rows` x `columns`
};

/// Counts the blocks of a grid, a row of blocks at a time, in any order.
class BlockCount {
 public:
  BlockCount(const CellLoads& loads, const LayoutRules& rules, const std::vector<std::int64_t>& rows,
             const std::vector<std::int64_t>& columns);

  /// Adds the blocks of row j. It ends at a block whose load is more than `most_load`.
  void add_row(std::size_t j, double most_load = std::numeric_limits<double>::infinity());
  /// Of the blocks that were added.
  [[nodiscard]] const LayoutCosts& costs() const { return costs_; }
  /// So many blocks remain at least when all are added, since a block has only so many cells.
  [[nodiscard]] std::int64_t least_active() const;
  /// Whether block (i, j) is removed.
  [[nodiscard]] bool is_removed(std::size_t i, std::size_t j) const;

 private:
  [[nodiscard]] bool is_removed_without_load(std::size_t i, std::size_t j) const;
  [[nodiscard]] bool has_load_within_margin(std::size_t i, std::size_t j) const;

  const CellLoads& loads_;
  const LayoutRules& rules_;
  const std::vector<std::int64_t>& rows_;
  const std::vector<std::int64_t>& columns_;
  LayoutCosts costs_;
  std::int64_t active_cells_ = 0;  // in the blocks that were added
  bool is_mask_;                   // all loads are 0 or 1
};

[[nodiscard]] LayoutCosts layout_costs(const CellLoads& loads, const BlockGrid& grid, const LayoutRules& rules);

}  // namespace apportion

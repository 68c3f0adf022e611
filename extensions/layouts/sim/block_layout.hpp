// Arrays cut into nx x ny blocks, of which those without load are removed: how ocean models divide their grids.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "extensions/cells/sim/cell_loads.hpp"

namespace apportion {

/// How a length is cut into blocks. By every rule the longest has ceil(length / blocks) cells.
enum class BlockRule : std::uint8_t {
  fms,   ///< as mpp_compute_extent() of FMS does, for MOM6: mirror-symmetric where that is possible
  nemo,  ///< the first blocks are a cell longer, as in NEMO
  ceil   ///< all but the last have the greatest length, as in CICE
};

/// Where each block begins, and the length behind them; empty if by this rule the last block would have no cells.
/// `blocks` is from 1 to `length`.
[[nodiscard]] std::vector<std::int64_t> block_bounds(std::int64_t length, std::int64_t blocks, BlockRule rule);

/// The lengths of the blocks between these bounds.
[[nodiscard]] std::vector<std::int64_t> lengths_of(const std::vector<std::int64_t>& bounds);

/// How an array is cut, and which blocks are removed: those that have no load, in the block and within `margin` cells
/// of it.
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

/// Where the blocks of a layout lie: block (i, j), counted from 0, has the columns from columns[i] to columns[i + 1]
/// and the rows from rows[j] to rows[j + 1]. With `north_first` the program's block j is ny - 1 - j here.
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
  double largest_load = 0;   ///< the greatest load of a block
  std::int64_t rows = 0;     ///< rows of the longest block
  std::int64_t columns = 0;  ///< columns of the widest block
  std::int64_t least_rows = 0;
  std::int64_t least_columns = 0;
  double aspect = 1;      ///< the longer of `rows` and `columns` over the shorter
  std::int64_t halo = 0;  ///< cells of other blocks, removed ones among them, beside a block of `rows` x `columns`
};

/// Counts the blocks of a grid, a row of blocks at a time, in any order.
class BlockCount {
 public:
  BlockCount(const CellLoads& loads, const LayoutRules& rules, const BlockGrid& grid);

  /// Adds the blocks of row j, up to the first whose load is more than `most_load`.
  void add_row(std::size_t j, double most_load = std::numeric_limits<double>::infinity());
  /// The costs of the blocks that were added.
  [[nodiscard]] const LayoutCosts& costs() const { return costs_; }
  /// A lower bound on the blocks that will remain when all are added: no block has more than rows x columns cells.
  [[nodiscard]] std::int64_t least_active() const;
  [[nodiscard]] bool is_removed(std::size_t i, std::size_t j) const;

 private:
  [[nodiscard]] bool is_removed_without_load(std::size_t i, std::size_t j) const;
  [[nodiscard]] bool has_load_within_margin(std::size_t i, std::size_t j) const;

  const CellLoads& loads_;
  const LayoutRules& rules_;
  const BlockGrid& grid_;
  LayoutCosts costs_;
  std::int64_t active_cells_ = 0;  // in the blocks that were added
  bool is_mask_;                   // all loads are 0 or 1
};

[[nodiscard]] LayoutCosts layout_costs(const CellLoads& loads, const BlockGrid& grid, const LayoutRules& rules);

}  // namespace apportion

// The cells of each processor, and those that neighbours exchange before a sweep of a stencil.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/rectangles/decomposition.hpp"

namespace apportion {

/// The cells of the rows row_begin to row_end - 1 and the columns column_begin to column_end - 1.
struct CellBox {
  std::int64_t row_begin = 0;
  std::int64_t row_end = 0;
  std::int64_t column_begin = 0;
  std::int64_t column_end = 0;

  [[nodiscard]] std::int64_t rows() const { return row_end - row_begin; }
  [[nodiscard]] std::int64_t columns() const { return column_end - column_begin; }
  [[nodiscard]] std::int64_t cells() const { return rows() * columns(); }

  friend bool operator==(const CellBox&, const CellBox&) = default;
};

constexpr std::int64_t most_stencil_depth = 1000;

/// The cells that the stencil of a cell reads: those up to `depth` away in its row and in its column, or with corners
/// the whole square of 2 depth + 1 cells a side.
struct StencilReach {
  std::int64_t depth = 1;
  bool corners = false;
};

/// The messages between a processor and a neighbour. A message has the values of the cells of its boxes, box by box in
/// this order, each row by row. What a processor sends has the same boxes in the same order as what its neighbour
/// receives.
template <class Box>
struct ExchangeOf {
  std::size_t neighbour = 0;
  std::vector<Box> send = {};
  std::vector<Box> receive = {};
};

template <class Box>
struct PartPlanOf {
  std::vector<Box> boxes = {};  ///< its own cells: disjoint, from the top to the bottom, then to the right
  Box window = {};              ///< the least box with its own cells and those that it receives
  std::vector<ExchangeOf<Box>> exchanges = {};  ///< by neighbours, ascending; each has cells in both directions
};

template <class Box>
struct PlanOf {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  StencilReach reach = {};
  std::vector<PartPlanOf<Box>> parts = {};  ///< by processors; one without a cell has no boxes and an empty window
  std::int64_t layers = 1;
};

using HaloExchange = ExchangeOf<CellBox>;
using PartPlan = PartPlanOf<CellBox>;
using HaloPlan = PlanOf<CellBox>;

/// The rectangles of a part that have cells, from the top to the bottom, then to the right.
[[nodiscard]] std::vector<CellBox> boxes_of(const Decomposition& division, std::size_t processor);
/// The least box that contains all of these; empty if there are no boxes.
[[nodiscard]] CellBox bounding_box(const std::vector<CellBox>& boxes);
/// The number of cells in disjoint boxes.
[[nodiscard]] std::int64_t cells_in(const std::vector<CellBox>& boxes);

/// The plan of a division whose rectangles are whole and disjoint; cells in no rectangle have no owner, and are neither
/// sent nor received. A processor receives each cell of others that the stencil of one of its
/// own cells reads, once. The array is not periodic. InputError unless the depth is from 1 to most_stencil_depth. The
/// time depends on the rectangles, not on the number of cells.
[[nodiscard]] HaloPlan halo_plan(const Decomposition& division, StencilReach reach);

}  // namespace apportion

// Which cells each processor has, and which ones neighbours send each other before a sweep of a stencil.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/cells/cell_problem.hpp"
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

/// What the stencil of a cell reads: the cells up to `depth` away in its row and in its column; with corners all of the
/// square of 2 depth + 1 cells a side.
struct StencilReach {
  std::int64_t depth = 1;
  bool corners = false;
};

/// The messages between a processor and a neighbour. A message has the values of the cells of its boxes, box by box in
/// this order, each row by row. What one sends to the other is what that one receives: the same boxes in the same
/// order.
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
  std::vector<ExchangeOf<Box>> exchanges = {};  ///< in the order of the neighbours; each has cells in both directions
};

template <class Box>
struct PlanOf {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  StencilReach reach = {};
  std::vector<PartPlanOf<Box>> parts = {};  ///< of each processor; one without a cell has no boxes, and an empty window
  std::int64_t layers = 1;
};

using HaloExchange = ExchangeOf<CellBox>;
using PartPlan = PartPlanOf<CellBox>;
using HaloPlan = PlanOf<CellBox>;

/// The rectangles of a part that have cells, from the top to the bottom, then to the right.
[[nodiscard]] std::vector<CellBox> boxes_of(const Decomposition& division, std::size_t processor);
/// The least box with all of these in it; an empty one where there are no boxes.
[[nodiscard]] CellBox bounding_box(const std::vector<CellBox>& boxes);
/// The cells of disjoint boxes.
[[nodiscard]] std::int64_t cells_in(const std::vector<CellBox>& boxes);

/// The plan of a division whose rectangles are whole and disjoint; cells in no rectangle have no owner, and are neither
/// sent nor received: see active_division(). A processor receives each cell of others that the stencil of one of its
/// own cells reads, once. Nothing wraps around. InputError unless the depth is from 1 to most_stencil_depth. It follows
/// from the rectangles, however many cells they have.
[[nodiscard]] HaloPlan halo_plan(const Decomposition& division, StencilReach reach);
/// That of the problem's stencil between active cells, in a division that require_division() accepts.
[[nodiscard]] HaloPlan halo_plan(const CellProblem& problem, const Decomposition& division);

}  // namespace apportion

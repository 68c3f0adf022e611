// The cells of each processor as boxes, in the plane and in space, and those that neighbours exchange before a sweep of
// a stencil.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <numeric>
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

  friend auto operator<=>(const CellBox&, const CellBox&) = default;
};

/// The cells of the layers layer_begin to layer_end - 1 within a box of each.
struct SpaceBox {
  std::int64_t layer_begin = 0;
  std::int64_t layer_end = 0;
  CellBox in_layer = {};

  [[nodiscard]] std::int64_t layers() const { return layer_end - layer_begin; }
  [[nodiscard]] std::int64_t cells() const { return layers() * in_layer.cells(); }

  friend bool operator==(const SpaceBox&, const SpaceBox&) = default;
};

constexpr std::int64_t most_stencil_depth = 1000;
constexpr std::int64_t most_depth_in_space = 16;

/// The cells that the stencil of a cell reads: those up to `depth` away along each axis, or with corners the whole
/// square or cube of 2 depth + 1 cells a side.
struct StencilReach {
  std::int64_t depth = 1;
  bool corners = false;
};

/// The messages between a processor and a neighbour. A message has the values of the cells of its boxes, box by box in
/// this order, layer by layer and row by row. What a processor sends has the same boxes in the same order as what its
/// neighbour receives.
struct HaloExchange {
  std::size_t neighbour = 0;
  std::vector<SpaceBox> send = {};
  std::vector<SpaceBox> receive = {};
};

struct PartPlan {
  std::vector<SpaceBox> boxes = {};          ///< its own cells: disjoint, in the order of layers, rows and columns
  SpaceBox window = {};                      ///< the least box with its own cells and those that it receives
  std::vector<HaloExchange> exchanges = {};  ///< by neighbours, ascending; each has cells in both directions
};

struct HaloPlan {
  std::int64_t rows = 0;  ///< of a layer
  std::int64_t columns = 0;
  StencilReach reach = {};
  std::vector<PartPlan> parts = {};  ///< by processors; one without a cell has no boxes and an empty window
  std::int64_t layers = 1;
};

/// The rectangles of a part that have cells, from the top to the bottom, then to the right.
[[nodiscard]] std::vector<CellBox> boxes_of(const Decomposition& division, std::size_t processor);
/// The boxes of a part of a division whose rows are those of all layers, one behind the other: its rectangles in each
/// layer, joined with equal ones in the next, in the order of layers, rows and columns.
[[nodiscard]] std::vector<SpaceBox> boxes_in_space(std::int64_t layers, const Decomposition& division,
                                                   std::size_t processor);

/// The least box that contains all of these; empty if there are no boxes.
[[nodiscard]] SpaceBox bounding_box(const std::vector<SpaceBox>& boxes);

/// The number of cells in disjoint boxes.
[[nodiscard]] inline std::int64_t cells_in(const std::vector<SpaceBox>& boxes) {
  return std::accumulate(boxes.begin(), boxes.end(), std::int64_t{0},
                         [](std::int64_t sum, const SpaceBox& box) { return sum + box.cells(); });
}

/// The plan of a division whose rectangles are whole and disjoint; cells in no rectangle have no owner, and are neither
/// sent nor received. With layers it is a division as for boxes_in_space(). A processor receives each cell of others
/// that the stencil of one of its own cells reads, once. The array is not periodic. InputError unless the depth is from
/// 1 to most_stencil_depth, or with layers to most_depth_in_space. The time depends on the rectangles, not on the
/// number of cells.
[[nodiscard]] HaloPlan halo_plan(const Decomposition& division, StencilReach reach, std::int64_t layers = 1);

/// The division of `array` whose parts have these disjoint boxes: each box is a rectangle in each of its layers. A part
/// without boxes has a rectangle without area.
[[nodiscard]] Decomposition division_of_boxes(const SpaceBox& array, const std::vector<std::vector<SpaceBox>>& parts);

}  // namespace apportion

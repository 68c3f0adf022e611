// Divisions of arrays in space as boxes of whole cells, and the cells that their parts exchange.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/cells/halo_plan.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion {

/// The cells of the layers layer_begin to layer_end - 1 within a box of each.
struct SpaceBox {
  std::int64_t layer_begin = 0;
  std::int64_t layer_end = 0;
  CellBox in_layer = {};

  [[nodiscard]] std::int64_t layers() const { return layer_end - layer_begin; }
  [[nodiscard]] std::int64_t cells() const { return layers() * in_layer.cells(); }

  friend bool operator==(const SpaceBox&, const SpaceBox&) = default;
};

/// The boxes of a part of a division whose rows are those of all layers, one behind the other: its rectangles in each
/// layer, joined with equal ones in the next, in the order of layers, rows and columns.
[[nodiscard]] std::vector<SpaceBox> boxes_in_space(std::int64_t layers, const Decomposition& division,
                                                   std::size_t processor);

/// The least box that contains all of these; empty if there are no boxes.
[[nodiscard]] SpaceBox bounding_box(const std::vector<SpaceBox>& boxes);

/// The number of cells in disjoint boxes.
[[nodiscard]] std::int64_t cells_in(const std::vector<SpaceBox>& boxes);

constexpr std::int64_t most_depth_in_space = 16;  ///< the greatest depth of a stencil

using SpacePlan = PlanOf<SpaceBox>;
/// halo_plan() in space: the stencil reads the cells up to its depth away along each axis, or with corners the whole
/// cube. Boxes are in the order of layers, rows and columns, and messages box by box, layer by layer, row by row.
/// InputError unless the depth is from 1 to most_depth_in_space. Every cell is visited.
[[nodiscard]] SpacePlan halo_plan_in_space(std::int64_t layers, const Decomposition& division, StencilReach reach);

/// The division of `array` whose parts have these disjoint boxes: each box is a rectangle in each of its layers. A part
/// without boxes has a rectangle without area.
[[nodiscard]] Decomposition division_of_boxes(const SpaceBox& array, const std::vector<std::vector<SpaceBox>>& parts);

}  // namespace apportion

// Equal rectangles of consecutive layers joined to boxes, and back; and the cells that neighbours exchange.
#include "sim/cells/space_boxes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "base/error.hpp"
#include "base/stopping.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

auto place_of(const SpaceBox& box) {
  return std::tuple(box.layer_begin, box.in_layer.row_begin, box.in_layer.column_begin);
}

// The rectangles of each layer, the layers' rows counted from 0.
std::map<std::int64_t, std::vector<CellBox>> by_layers(std::int64_t layer_rows, const std::vector<CellBox>& boxes) {
  std::map<std::int64_t, std::vector<CellBox>> layers;
  for (CellBox box : boxes)
    while (box.row_begin < box.row_end) {
      const std::int64_t layer = box.row_begin / layer_rows;
      const std::int64_t end = std::min(box.row_end, (layer + 1) * layer_rows);
      const std::int64_t first = layer * layer_rows;
      layers[layer].push_back({box.row_begin - first, end - first, box.column_begin, box.column_end});
      box.row_begin = end;
    }
  return layers;
}

using Ranges = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>;  // ends of rows, of columns

// Joins equal rectangles of consecutive layers to one box.
std::vector<SpaceBox> joined(const std::map<std::int64_t, std::vector<CellBox>>& layers) {
  std::vector<SpaceBox> boxes;
  std::map<Ranges, std::size_t> open;  // boxes that end in the layer before
  for (const auto& [layer, rectangles] : layers) {
    std::map<Ranges, std::size_t> next;
    for (const CellBox& each : rectangles) {
      const Ranges key(each.row_begin, each.row_end, each.column_begin, each.column_end);
      const auto before = open.find(key);
      const bool goes_on = before != open.end() && boxes[before->second].layer_end == layer;
      if (!goes_on) boxes.push_back({layer, layer, each});
      const std::size_t number = goes_on ? before->second : boxes.size() - 1;
      boxes[number].layer_end = layer + 1;
      next.emplace(key, number);
    }
    open = std::move(next);
  }
  std::ranges::sort(boxes, {}, place_of);
  return boxes;
}

struct LayeredSides {
  std::int64_t layers;
  std::int64_t rows;
  std::int64_t columns;
};

// Boxes of the cells with these ascending numbers: runs in rows, joined with runs of the same ends in the next row.
std::vector<SpaceBox> boxes_of_cells(const std::vector<std::int64_t>& cells, const LayeredSides& sides) {
  std::map<std::int64_t, std::vector<CellBox>> layers;
  std::map<std::pair<std::int64_t, std::int64_t>, std::pair<std::int64_t, std::size_t>> open;  // columns: layer, box
  for (std::size_t i = 0; i < cells.size();) {
    const std::int64_t row = cells[i] / sides.columns;
    const std::int64_t begin = cells[i] % sides.columns;
    std::int64_t end = begin;
    while (i < cells.size() && cells[i] == row * sides.columns + end && end < sides.columns) ++i, ++end;
    const std::int64_t layer = row / sides.rows;
    std::vector<CellBox>& boxes = layers[layer];
    const auto before = open.find({begin, end});
    if (before != open.end() && before->second.first == layer &&
        boxes[before->second.second].row_end == row % sides.rows) {
      ++boxes[before->second.second].row_end;
      continue;
    }
    open[{begin, end}] = {layer, boxes.size()};
    boxes.push_back({row % sides.rows, row % sides.rows + 1, begin, end});
  }
  return joined(layers);
}

std::vector<std::array<std::int64_t, 3>> steps_of(StencilReach reach) {
  std::vector<std::array<std::int64_t, 3>> steps;
  for (std::int64_t z = -reach.depth; z <= reach.depth; ++z)
    for (std::int64_t y = -reach.depth; y <= reach.depth; ++y)
      for (std::int64_t x = -reach.depth; x <= reach.depth; ++x) {
        const int axes = (z != 0 ? 1 : 0) + (y != 0 ? 1 : 0) + (x != 0 ? 1 : 0);
        if (axes == 1 || (axes > 1 && reach.corners)) steps.push_back({z, y, x});
      }
  return steps;
}

}  // namespace

std::vector<SpaceBox> boxes_in_space(std::int64_t layers, const Decomposition& division, std::size_t processor) {
  return joined(by_layers(static_cast<std::int64_t>(division.extent.rows) / layers, boxes_of(division, processor)));
}

std::int64_t cells_in(const std::vector<SpaceBox>& boxes) {
  return std::accumulate(boxes.begin(), boxes.end(), std::int64_t{0},
                         [](std::int64_t sum, const SpaceBox& box) { return sum + box.cells(); });
}

SpacePlan halo_plan_in_space(std::int64_t layers, const Decomposition& division, StencilReach reach) {
  if (reach.depth < 1 || reach.depth > most_depth_in_space)
    throw InputError(fmt::format("the depth of a stencil is {}; with layers it must be a whole number from 1 to {}",
                                 reach.depth, most_depth_in_space));
  const LayeredSides sides{layers, static_cast<std::int64_t>(division.extent.rows) / layers,
                           static_cast<std::int64_t>(division.extent.columns)};
  SpacePlan plan{.rows = sides.rows,
                 .columns = sides.columns,
                 .reach = reach,
                 .parts = std::vector<PartPlanOf<SpaceBox>>(division.parts.size()),
                 .layers = layers};
  const std::vector<std::int32_t> owners = owners_of(division);
  const std::vector<std::array<std::int64_t, 3>> steps = steps_of(reach);
  using Pair = std::pair<std::int32_t, std::int32_t>;
  std::map<Pair, std::vector<std::int64_t>> received;  // the first part receives from the second
  std::vector<std::int32_t> readers;
  std::int64_t cell = 0;
  for (std::int64_t layer = 0; layer < sides.layers; ++layer)
    for (std::int64_t row = 0; row < sides.rows; ++row) {
      stop_if_asked();
      for (std::int64_t column = 0; column < sides.columns; ++column, ++cell) {
        const std::int32_t own = owners[static_cast<std::size_t>(cell)];
        if (own == no_owner) continue;
        readers.clear();
        for (const auto& [z, y, x] : steps) {
          const bool inside = layer + z >= 0 && layer + z < sides.layers && row + y >= 0 && row + y < sides.rows &&
                              column + x >= 0 && column + x < sides.columns;
          if (!inside) continue;
          const std::int32_t other = owners[static_cast<std::size_t>(cell + (z * sides.rows + y) * sides.columns + x)];
          if (other == own || other == no_owner || std::ranges::find(readers, other) != readers.end()) continue;
          readers.push_back(other);
          received[{other, own}].push_back(cell);
        }
      }
    }
  for (const auto& [pair, cells] : received)
    plan.parts[static_cast<std::size_t>(pair.first)].exchanges.push_back(
        {static_cast<std::size_t>(pair.second), boxes_of_cells(received.at({pair.second, pair.first}), sides),
         boxes_of_cells(cells, sides)});
  for (std::size_t i = 0; i < plan.parts.size(); ++i) {
    PartPlanOf<SpaceBox>& part = plan.parts[i];
    part.boxes = boxes_in_space(layers, division, i);
    std::vector<SpaceBox> boxes = part.boxes;
    for (const ExchangeOf<SpaceBox>& exchange : part.exchanges)
      boxes.insert(boxes.end(), exchange.receive.begin(), exchange.receive.end());
    part.window = bounding_box(boxes);
  }
  return plan;
}

SpaceBox bounding_box(const std::vector<SpaceBox>& boxes) {
  if (boxes.empty()) return {};
  SpaceBox all = boxes.front();
  for (const SpaceBox& box : boxes) {
    all.layer_begin = std::min(all.layer_begin, box.layer_begin);
    all.layer_end = std::max(all.layer_end, box.layer_end);
    all.in_layer = bounding_box(std::vector{all.in_layer, box.in_layer});
  }
  return all;
}

Decomposition division_of_boxes(const SpaceBox& array, const std::vector<std::vector<SpaceBox>>& parts) {
  const std::int64_t layer_rows = array.in_layer.rows();
  Decomposition division{
      {static_cast<double>(array.layers() * layer_rows), static_cast<double>(array.in_layer.columns())},
      std::vector<Rect>(parts.size())};
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (const auto& [layer_begin, layer_end, box] : parts[i])
      for (std::int64_t layer = layer_begin; layer < layer_end && box.cells() > 0; ++layer) {
        const Rect rect{static_cast<double>(layer * layer_rows + box.row_begin), static_cast<double>(box.column_begin),
                        static_cast<double>(box.rows()), static_cast<double>(box.columns())};
        if (division.parts[i].area() > 0)
          division.further.push_back({i, rect});
        else
          division.parts[i] = rect;
      }
  return division;
}

}  // namespace apportion

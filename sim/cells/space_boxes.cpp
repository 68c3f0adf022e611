// Rectangles of layers that follow each other, joined to boxes, and back.
#include "sim/cells/space_boxes.hpp"

#include <algorithm>
#include <map>
#include <tuple>

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

}  // namespace

std::vector<SpaceBox> boxes_in_space(std::int64_t layers, const Decomposition& division, std::size_t processor) {
  const std::int64_t layer_rows = static_cast<std::int64_t>(division.extent.rows) / layers;
  using Key = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>;
  std::vector<SpaceBox> boxes;
  std::map<Key, std::size_t> open;  // that end in the layer before
  for (const auto& [layer, rectangles] : by_layers(layer_rows, boxes_of(division, processor))) {
    std::map<Key, std::size_t> next;
    for (const CellBox& each : rectangles) {
      const Key key(each.row_begin, each.row_end, each.column_begin, each.column_end);
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

std::vector<Rect> rectangles_of(const SpaceBox& box, std::int64_t layer_rows) {
  std::vector<Rect> rectangles;
  for (std::int64_t layer = box.layer_begin; layer < box.layer_end; ++layer)
    rectangles.push_back({static_cast<double>(layer * layer_rows + box.in_layer.row_begin),
                          static_cast<double>(box.in_layer.column_begin), static_cast<double>(box.in_layer.rows()),
                          static_cast<double>(box.in_layer.columns())});
  return rectangles;
}

}  // namespace apportion

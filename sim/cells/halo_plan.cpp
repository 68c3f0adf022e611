// Halos from rectangles: the cells of other parts' boxes that the stencils of a part's boxes read, united; and equal
// rectangles of consecutive layers joined to boxes.
#include "sim/cells/halo_plan.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "base/error.hpp"
#include "base/stopping.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

bool stands_before(const CellBox& one, const CellBox& other) {
  return std::tuple(one.row_begin, one.column_begin) < std::tuple(other.row_begin, other.column_begin);
}

CellBox common_cells(const CellBox& one, const CellBox& other) {
  return {std::max(one.row_begin, other.row_begin), std::min(one.row_end, other.row_end),
          std::max(one.column_begin, other.column_begin), std::min(one.column_end, other.column_end)};
}

struct OwnedBox {
  CellBox box;
  std::size_t owner = 0;
};

// Finds the boxes that overlap a given one, by a grid of blocks of cells. There are about as many blocks as boxes, and
// their sides are in proportion to those of the mean box, so that stripes also lie in few blocks.
class BoxIndex {
 public:
  BoxIndex(std::vector<OwnedBox> boxes, std::int64_t rows, std::int64_t columns) : boxes_(std::move(boxes)) {
    double sum_of_rows = 1;
    double sum_of_columns = 1;
    for (const OwnedBox& each : boxes_) {
      sum_of_rows += static_cast<double>(each.box.rows());
      sum_of_columns += static_cast<double>(each.box.columns());
    }
    const auto count = std::max(static_cast<double>(boxes_.size()), 1.0);
    const double across_per_down =
        static_cast<double>(columns) / sum_of_columns * sum_of_rows / static_cast<double>(rows);
    const double down = std::clamp(std::round(std::sqrt(count / across_per_down)), 1.0, count);
    block_rows_ = static_cast<std::int64_t>(std::ceil(static_cast<double>(rows) / down));
    block_columns_ = static_cast<std::int64_t>(std::ceil(static_cast<double>(columns) * down / count));
    across_ = static_cast<std::size_t>((columns - 1) / block_columns_ + 1);
    blocks_.resize(across_ * static_cast<std::size_t>((rows - 1) / block_rows_ + 1));
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      const CellBox blocks = blocks_of(boxes_[i].box);
      for (std::int64_t row = blocks.row_begin; row < blocks.row_end; ++row)
        for (std::int64_t column = blocks.column_begin; column < blocks.column_end; ++column)
          blocks_[index_of(row, column)].push_back(i);
    }
  }

  // Calls `visit` once for each box that has cells in common with this one.
  template <class Visit>
  void for_each_in(const CellBox& box, Visit visit) const {
    const CellBox blocks = blocks_of(box);
    for (std::int64_t row = blocks.row_begin; row < blocks.row_end; ++row)
      for (std::int64_t column = blocks.column_begin; column < blocks.column_end; ++column)
        for (const std::size_t i : blocks_[index_of(row, column)]) {
          const CellBox common = common_cells(box, boxes_[i].box);
          // A box that lies in several blocks is visited only in the block of the first common cell.
          if (common.rows() > 0 && common.columns() > 0 && common.row_begin / block_rows_ == row &&
              common.column_begin / block_columns_ == column)
            visit(boxes_[i]);
        }
  }

 private:
  [[nodiscard]] CellBox blocks_of(const CellBox& box) const {
    return {box.row_begin / block_rows_, (box.row_end - 1) / block_rows_ + 1, box.column_begin / block_columns_,
            (box.column_end - 1) / block_columns_ + 1};
  }
  [[nodiscard]] std::size_t index_of(std::int64_t row, std::int64_t column) const {
    return static_cast<std::size_t>(row) * across_ + static_cast<std::size_t>(column);
  }

  std::vector<OwnedBox> boxes_;
  std::size_t across_ = 1;
  std::int64_t block_rows_ = 1;
  std::int64_t block_columns_ = 1;
  std::vector<std::vector<std::size_t>> blocks_;
};

using Columns = std::pair<std::int64_t, std::int64_t>;  // the first, and behind the last

// The columns of the boxes that are in a row; ranges that overlap or touch are joined.
std::vector<Columns> columns_in_row(const std::vector<CellBox>& boxes, std::int64_t row) {
  std::vector<Columns> ranges;
  for (const CellBox& box : boxes)
    if (box.row_begin <= row && row < box.row_end) ranges.emplace_back(box.column_begin, box.column_end);
  std::ranges::sort(ranges);
  std::vector<Columns> joined;
  for (const Columns& range : ranges)
    if (!joined.empty() && range.first <= joined.back().second)
      joined.back().second = std::max(joined.back().second, range.second);
    else
      joined.push_back(range);
  return joined;
}

// The cells of these boxes, which may overlap, as disjoint boxes that depend only on the set of cells.
std::vector<CellBox> united_boxes(std::vector<CellBox> boxes) {
  std::vector<std::int64_t> lines;
  for (const CellBox& box : boxes) {
    lines.push_back(box.row_begin);
    lines.push_back(box.row_end);
  }
  std::ranges::sort(lines);
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  std::ranges::sort(boxes, stands_before);
  std::vector<CellBox> united;
  std::vector<Lasting<Columns>> open;
  std::vector<CellBox> current;  // boxes that are in the row
  auto next = boxes.begin();
  for (const std::int64_t row : lines) {
    for (; next != boxes.end() && next->row_begin <= row; ++next) current.push_back(*next);
    std::erase_if(current, [row](const CellBox& box) { return box.row_end <= row; });
    go_on(open, columns_in_row(current, row), row, [&](const Lasting<Columns>& ended) {
      united.push_back({ended.begin, row, ended.key.first, ended.key.second});
    });
  }
  std::ranges::sort(united, stands_before);
  return united;
}

// --- Layers

// The rectangles of each layer, sorted, the layers' rows counted from 0.
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
  for (auto& [layer, rectangles] : layers) std::ranges::sort(rectangles);
  return layers;
}

// Boxes whose rows are those of all layers, as rectangles of each layer, of which equal ones in consecutive layers are
// joined.
std::vector<SpaceBox> in_layers(std::int64_t layers, std::int64_t layer_rows, const std::vector<CellBox>& rectangles) {
  std::vector<SpaceBox> boxes;
  if (layers == 1) {
    for (const CellBox& box : rectangles) boxes.push_back({0, 1, box});
    return boxes;
  }
  std::vector<Lasting<CellBox>> open;
  std::int64_t end = 0;  // behind the last layer
  const auto add = [&](const Lasting<CellBox>& ended) { boxes.push_back({ended.begin, end, ended.key}); };
  for (const auto& [layer, of_layer] : by_layers(layer_rows, rectangles)) {
    if (layer > end) go_on(open, {}, end, add);
    go_on(open, of_layer, layer, add);
    end = layer + 1;
  }
  go_on(open, {}, end, add);
  std::ranges::sort(boxes, {}, [](const SpaceBox& box) {
    return std::tuple(box.layer_begin, box.in_layer.row_begin, box.in_layer.column_begin);
  });
  return boxes;
}

// --- Plans

// The rows are those of one layer.
struct LayeredSides {
  std::int64_t layers = 1;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
};

// The cells of the array that the stencils of a box's cells read, as boxes of single layers that may cross. The box is
// within one layer; rows of the result are those of all layers.
std::vector<CellBox> reached_by(std::int64_t layer, const CellBox& box, StencilReach reach, const LayeredSides& sides) {
  const CellBox around = {
      std::max<std::int64_t>(box.row_begin - reach.depth, 0), std::min(box.row_end + reach.depth, sides.rows),
      std::max<std::int64_t>(box.column_begin - reach.depth, 0), std::min(box.column_end + reach.depth, sides.columns)};
  std::vector<CellBox> reached;
  const std::int64_t end = std::min(layer + reach.depth + 1, sides.layers);
  for (std::int64_t other = std::max<std::int64_t>(layer - reach.depth, 0); other < end; ++other) {
    const auto add = [&](const CellBox& rows, const CellBox& columns) {
      reached.push_back({other * sides.rows + rows.row_begin, other * sides.rows + rows.row_end, columns.column_begin,
                         columns.column_end});
    };
    if (reach.corners) {
      add(around, around);
    } else {
      add(other == layer ? around : box, box);
      if (other == layer) add(box, around);
    }
  }
  return reached;
}

// The cells that each part receives, by sender; rows are those of all layers.
std::vector<std::map<std::size_t, std::vector<CellBox>>> received_by_parts(const Decomposition& division,
                                                                           StencilReach reach,
                                                                           const LayeredSides& sides) {
  std::vector<OwnedBox> all;
  for (std::size_t i = 0; i < division.parts.size(); ++i)
    for (const CellBox& box : boxes_of(division, i)) all.push_back({box, i});
  const BoxIndex index(std::move(all), sides.layers * sides.rows, sides.columns);
  std::vector<std::map<std::size_t, std::vector<CellBox>>> received(division.parts.size());
  for (std::size_t i = 0; i < received.size(); ++i) {
    stop_if_asked();
    for (const auto& [layer, boxes] : by_layers(sides.rows, boxes_of(division, i)))
      for (const CellBox& box : boxes)
        for (const CellBox& reached : reached_by(layer, box, reach, sides))
          index.for_each_in(reached, [&](const OwnedBox& other) {
            if (other.owner != i) received[i][other.owner].push_back(common_cells(reached, other.box));
          });
    for (auto& [from, boxes] : received[i]) boxes = united_boxes(std::move(boxes));
  }
  return received;
}

}  // namespace

std::vector<CellBox> boxes_of(const Decomposition& division, std::size_t processor) {
  std::vector<CellBox> boxes;
  for (const Rect& rect : rectangles_of(division, processor))
    if (rect.area() > 0)
      boxes.push_back({static_cast<std::int64_t>(rect.row), static_cast<std::int64_t>(rect.row_end()),
                       static_cast<std::int64_t>(rect.column), static_cast<std::int64_t>(rect.column_end())});
  std::ranges::sort(boxes, stands_before);
  return boxes;
}

std::vector<SpaceBox> boxes_in_space(std::int64_t layers, const Decomposition& division, std::size_t processor) {
  return in_layers(layers, static_cast<std::int64_t>(division.extent.rows) / layers, boxes_of(division, processor));
}

SpaceBox bounding_box(const std::vector<SpaceBox>& boxes) {
  if (boxes.empty()) return {};
  SpaceBox all = boxes.front();
  CellBox& rows = all.in_layer;
  for (const auto& [layer_begin, layer_end, box] : boxes) {
    all.layer_begin = std::min(all.layer_begin, layer_begin);
    all.layer_end = std::max(all.layer_end, layer_end);
    rows = {std::min(rows.row_begin, box.row_begin), std::max(rows.row_end, box.row_end),
            std::min(rows.column_begin, box.column_begin), std::max(rows.column_end, box.column_end)};
  }
  return all;
}

HaloPlan halo_plan(const Decomposition& division, StencilReach reach, std::int64_t layers) {
  const std::int64_t most = layers > 1 ? most_depth_in_space : most_stencil_depth;
  if (reach.depth < 1 || reach.depth > most)
    throw InputError("the depth of a stencil is {}; {}it must be a whole number from 1 to {}", reach.depth,
                     layers > 1 ? "with layers " : "", most);
  const LayeredSides sides{layers, static_cast<std::int64_t>(division.extent.rows) / layers,
                           static_cast<std::int64_t>(division.extent.columns)};
  HaloPlan plan{.rows = sides.rows,
                .columns = sides.columns,
                .reach = reach,
                .parts = std::vector<PartPlan>(division.parts.size()),
                .layers = layers};
  const auto received = received_by_parts(division, reach, sides);
  for (std::size_t i = 0; i < plan.parts.size(); ++i) {
    plan.parts[i].boxes = boxes_in_space(layers, division, i);
    for (const auto& [from, boxes] : received[i])
      plan.parts[i].exchanges.push_back({from, {}, in_layers(layers, sides.rows, boxes)});
  }
  // Stencils are symmetric: a part that reads cells of another part is read by that part.
  for (std::size_t i = 0; i < plan.parts.size(); ++i)
    for (HaloExchange& exchange : plan.parts[i].exchanges)
      exchange.send = std::ranges::find(plan.parts[exchange.neighbour].exchanges, i, &HaloExchange::neighbour)->receive;
  for (PartPlan& part : plan.parts) {
    std::vector<SpaceBox> boxes = part.boxes;
    for (const HaloExchange& exchange : part.exchanges)
      boxes.insert(boxes.end(), exchange.receive.begin(), exchange.receive.end());
    part.window = bounding_box(boxes);
  }
  return plan;
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

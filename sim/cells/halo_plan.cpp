// Halos from rectangles: the cells of other parts' boxes that the stencils of a part's boxes read, united.
#include "sim/cells/halo_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "base/error.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

bool stands_before(const CellBox& one, const CellBox& other) {
  return std::tuple(one.row_begin, one.column_begin) < std::tuple(other.row_begin, other.column_begin);
}

CellBox box_of(const Rect& rect) {
  return {static_cast<std::int64_t>(rect.row), static_cast<std::int64_t>(rect.row_end()),
          static_cast<std::int64_t>(rect.column), static_cast<std::int64_t>(rect.column_end())};
}

CellBox common_cells(const CellBox& one, const CellBox& other) {
  return {std::max(one.row_begin, other.row_begin), std::min(one.row_end, other.row_end),
          std::max(one.column_begin, other.column_begin), std::min(one.column_end, other.column_end)};
}

bool has_cells(const CellBox& box) { return box.rows() > 0 && box.columns() > 0; }

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
          if (has_cells(common) && common.row_begin / block_rows_ == row &&
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

// The column ranges of the boxes that are in a row; ranges that overlap or touch are joined.
std::vector<CellBox> spans_in_row(const std::vector<CellBox>& boxes, std::int64_t row, std::int64_t row_end) {
  std::vector<CellBox> spans;
  for (const CellBox& box : boxes)
    if (box.row_begin <= row && row < box.row_end) spans.push_back({row, row_end, box.column_begin, box.column_end});
  std::ranges::sort(spans, stands_before);
  std::vector<CellBox> joined;
  for (const CellBox& span : spans)
    if (!joined.empty() && span.column_begin <= joined.back().column_end)
      joined.back().column_end = std::max(joined.back().column_end, span.column_end);
    else
      joined.push_back(span);
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
  std::vector<CellBox> open;     // boxes that end where the next band begins
  std::vector<CellBox> current;  // boxes that cross the band
  auto next = boxes.begin();
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    for (; next != boxes.end() && next->row_begin <= lines[i]; ++next) current.push_back(*next);
    std::erase_if(current, [&](const CellBox& box) { return box.row_end <= lines[i]; });
    std::vector<CellBox> spans = spans_in_row(current, lines[i], lines[i + 1]);
    for (CellBox& span : spans) {
      const auto above = std::ranges::find_if(open, [&span](const CellBox& box) {
        return box.column_begin == span.column_begin && box.column_end == span.column_end;
      });
      if (above == open.end()) continue;
      span.row_begin = above->row_begin;
      open.erase(above);
    }
    united.insert(united.end(), open.begin(), open.end());
    open = std::move(spans);
  }
  united.insert(united.end(), open.begin(), open.end());
  std::ranges::sort(united, stands_before);
  return united;
}

// The cells of the array that the stencils of a box's cells read, as one box or as two that cross.
std::vector<CellBox> reached_by(const CellBox& box, StencilReach reach, std::int64_t rows, std::int64_t columns) {
  const std::int64_t above = std::max<std::int64_t>(box.row_begin - reach.depth, 0);
  const std::int64_t below = std::min(box.row_end + reach.depth, rows);
  const std::int64_t left = std::max<std::int64_t>(box.column_begin - reach.depth, 0);
  const std::int64_t right = std::min(box.column_end + reach.depth, columns);
  if (reach.corners) return {{above, below, left, right}};
  return {{above, below, box.column_begin, box.column_end}, {box.row_begin, box.row_end, left, right}};
}

// The cells that a part receives, by sender.
std::map<std::size_t, std::vector<CellBox>> received_by(std::size_t part, const HaloPlan& plan, const BoxIndex& index) {
  std::map<std::size_t, std::vector<CellBox>> received;
  for (const CellBox& box : plan.parts[part].boxes)
    for (const CellBox& reached : reached_by(box, plan.reach, plan.rows, plan.columns))
      index.for_each_in(reached, [&](const OwnedBox& other) {
        if (other.owner != part) received[other.owner].push_back(common_cells(reached, other.box));
      });
  for (auto& [from, boxes] : received) boxes = united_boxes(std::move(boxes));
  return received;
}

}  // namespace

std::vector<CellBox> boxes_of(const Decomposition& division, std::size_t processor) {
  std::vector<CellBox> boxes;
  for (const Rect& rect : rectangles_of(division, processor))
    if (rect.area() > 0) boxes.push_back(box_of(rect));
  std::ranges::sort(boxes, stands_before);
  return boxes;
}

CellBox bounding_box(const std::vector<CellBox>& boxes) {
  if (boxes.empty()) return {};
  CellBox all = boxes.front();
  for (const CellBox& box : boxes)
    all = {std::min(all.row_begin, box.row_begin), std::max(all.row_end, box.row_end),
           std::min(all.column_begin, box.column_begin), std::max(all.column_end, box.column_end)};
  return all;
}

std::int64_t cells_in(const std::vector<CellBox>& boxes) {
  return std::accumulate(boxes.begin(), boxes.end(), std::int64_t{0},
                         [](std::int64_t sum, const CellBox& box) { return sum + box.cells(); });
}

HaloPlan halo_plan(const Decomposition& division, StencilReach reach) {
  if (reach.depth < 1 || reach.depth > most_stencil_depth)
    throw InputError(fmt::format("the depth of a stencil is {}; it must be a whole number from 1 to {}", reach.depth,
                                 most_stencil_depth));
  HaloPlan plan{static_cast<std::int64_t>(division.extent.rows), static_cast<std::int64_t>(division.extent.columns),
                reach, std::vector<PartPlan>(division.parts.size())};
  std::vector<OwnedBox> all;
  for (std::size_t i = 0; i < plan.parts.size(); ++i) {
    plan.parts[i].boxes = boxes_of(division, i);
    for (const CellBox& box : plan.parts[i].boxes) all.push_back({box, i});
  }
  const BoxIndex index(std::move(all), plan.rows, plan.columns);
  for (std::size_t i = 0; i < plan.parts.size(); ++i)
    for (auto& [from, boxes] : received_by(i, plan, index))
      plan.parts[i].exchanges.push_back({from, {}, std::move(boxes)});
  // Stencils are symmetric: a part that reads cells of another part is read by that part.
  for (std::size_t i = 0; i < plan.parts.size(); ++i)
    for (HaloExchange& exchange : plan.parts[i].exchanges)
      exchange.send = std::ranges::find(plan.parts[exchange.neighbour].exchanges, i, &HaloExchange::neighbour)->receive;
  for (PartPlan& part : plan.parts) {
    std::vector<CellBox> boxes = part.boxes;
    for (const HaloExchange& exchange : part.exchanges)
      boxes.insert(boxes.end(), exchange.receive.begin(), exchange.receive.end());
    part.window = bounding_box(boxes);
  }
  return plan;
}

}  // namespace apportion

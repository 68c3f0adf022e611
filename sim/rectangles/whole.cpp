// Rounding of decompositions, line by line.
#include "sim/rectangles/whole.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/error.hpp"

namespace apportion {
namespace {

// Where one part ends and the next begins along a line, the two coordinates differ by some units in the last place. A
// wider tolerance would be wrong: many processors have lines so close that all would become one.
constexpr double one_line = 1e-14;  // of the side

// For sides up to this, one_line is far below an element.
constexpr double longest_rounded_side = 1e12;

// The lines of a decomposition across one direction. Rounding is monotone over the lines and gives each one place, so
// that a tiling stays a tiling.
class Lines {
 public:
  Lines(std::vector<double> coordinates, double side, double tolerance) : side_(side), tolerance_(tolerance) {
    std::ranges::sort(coordinates);
    for (const double coordinate : coordinates) {
      if (first_.empty() || coordinate - last_ > one_line * side) first_.push_back(coordinate);
      last_ = coordinate;
    }
  }

  // The rounded position of the line at this coordinate; halves round up, within the tolerance.
  [[nodiscard]] double rounded(double coordinate) const {
    const auto after = std::upper_bound(first_.begin(), first_.end(), coordinate);
    return std::clamp(std::floor(*(after - 1) + 0.5 + tolerance_), 0.0, side_);
  }

 private:
  std::vector<double> first_;  // the least coordinate of each line
  double last_ = 0;
  double side_;
  double tolerance_;
};

void require_whole(const char* name, double side) {
  if (side != std::floor(side) || side > longest_rounded_side)
    throw InputError("{} is {}; rounding to whole rows and columns needs a whole number up to {:g}", name, side,
                     longest_rounded_side);
}

}  // namespace

double load_imbalance(const Decomposition& decomposition, const Cluster& cluster) {
  const double sum = std::accumulate(cluster.speeds.begin(), cluster.speeds.end(), 0.0);
  double worst = 0;
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    const double area = decomposition.further.empty() ? decomposition.parts[i].area() : part_area(decomposition, i);
    worst = std::max(worst, area / (cluster.speeds[i] / sum * decomposition.extent.area()));
  }
  return worst - 1;
}

WholeDecomposition to_whole(const Decomposition& decomposition, const Cluster& cluster) {
  const Extent& extent = decomposition.extent;
  require_whole("rows", extent.rows);
  require_whole("columns", extent.columns);
  std::vector<double> rows;
  std::vector<double> columns;
  const auto add_lines = [&](const Rect& rect) {
    rows.insert(rows.end(), {rect.row, rect.row_end()});
    columns.insert(columns.end(), {rect.column, rect.column_end()});
  };
  for (const Rect& part : decomposition.parts) add_lines(part);
  for (const FurtherRect& further : decomposition.further) add_lines(further.rect);
  // The tolerance for a half; capped, since in a large array the coincidence tolerance is many elements.
  const double tolerance = std::min(coincidence_tolerance(extent), 1e-3);
  const Lines row_lines(std::move(rows), extent.rows, tolerance);
  const Lines column_lines(std::move(columns), extent.columns, tolerance);
  const auto rounded = [&](const Rect& rect) -> Rect {
    const double row = row_lines.rounded(rect.row);
    const double column = column_lines.rounded(rect.column);
    return {row, column, row_lines.rounded(rect.row_end()) - row, column_lines.rounded(rect.column_end()) - column};
  };
  WholeDecomposition whole{{extent, {}}};
  whole.decomposition.parts.reserve(decomposition.parts.size());
  for (const Rect& part : decomposition.parts) whole.decomposition.parts.push_back(rounded(part));
  for (const FurtherRect& further : decomposition.further) {
    const Rect rect = rounded(further.rect);
    Rect& part = whole.decomposition.parts[further.processor];
    if (rect.area() > 0 && part.area() > 0)
      whole.decomposition.further.push_back({further.processor, rect});
    else if (rect.area() > 0)
      part = rect;
  }
  whole.empty_parts = static_cast<std::size_t>(
      std::ranges::count_if(whole.decomposition.parts, [](const Rect& part) { return !(part.area() > 0); }));
  whole.load_imbalance = load_imbalance(whole.decomposition, cluster);
  return whole;
}

}  // namespace apportion

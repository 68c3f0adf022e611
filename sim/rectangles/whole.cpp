// Rounding of decompositions, line by line.
#include "sim/rectangles/whole.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/error.hpp"

namespace apportion {
namespace {

// Where one part ends and the next one begins along a line, the two coordinates differ by some units in the last place.
// Nothing wider may be taken for one line: many processors have lines so close that all would become one.
constexpr double one_line = 1e-14;  // of the side

// Sides up to this leave one_line far below an element.
constexpr double longest_side = 1e12;

// The lines of a decomposition across one direction. Rounding is monotone over them and gives each line one place,
// which is what keeps a tiling a tiling.
class Lines {
 public:
  Lines(std::vector<double> coordinates, double side, double tolerance) : side_(side), tolerance_(tolerance) {
    std::ranges::sort(coordinates);
    for (const double coordinate : coordinates) {
      if (first_.empty() || coordinate - last_ > one_line * side) first_.push_back(coordinate);
      last_ = coordinate;
    }
  }

  // Where the line of this coordinate is moved to; a half but for rounding counts as a half.
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
  if (side != std::floor(side) || side > longest_side)
    throw InputError(fmt::format("{} is {}; rounding to whole rows and columns needs a whole number up to {:g}", name,
                                 side, longest_side));
}

double load_imbalance(const Decomposition& decomposition, const Cluster& cluster) {
  const double sum = std::accumulate(cluster.speeds.begin(), cluster.speeds.end(), 0.0);
  double worst = 0;
  for (std::size_t i = 0; i < cluster.size(); ++i)
    worst = std::max(worst, decomposition.parts[i].area() / (cluster.speeds[i] / sum * decomposition.extent.area()));
  return worst - 1;
}

}  // namespace

WholeDecomposition to_whole(const Decomposition& decomposition, const Cluster& cluster) {
  const Extent& extent = decomposition.extent;
  require_whole("rows", extent.rows);
  require_whole("columns", extent.columns);
  std::vector<double> rows;
  std::vector<double> columns;
  for (const Rect& part : decomposition.parts) {
    rows.insert(rows.end(), {part.row, part.row_end()});
    columns.insert(columns.end(), {part.column, part.column_end()});
  }
  // A half but for rounding: in a large array the coincidence tolerance is many elements.
  const double tolerance = std::min(coincidence_tolerance(extent), 1e-3);
  const Lines row_lines(std::move(rows), extent.rows, tolerance);
  const Lines column_lines(std::move(columns), extent.columns, tolerance);
  WholeDecomposition whole{{extent, {}}};
  whole.decomposition.parts.reserve(decomposition.parts.size());
  for (const Rect& part : decomposition.parts) {
    const double row = row_lines.rounded(part.row);
    const double column = column_lines.rounded(part.column);
    const Rect rect{row, column, row_lines.rounded(part.row_end()) - row,
                    column_lines.rounded(part.column_end()) - column};
    whole.decomposition.parts.push_back(rect);
    whole.empty_parts += rect.area() > 0 ? 0 : 1;
  }
  whole.load_imbalance = load_imbalance(whole.decomposition, cluster);
  return whole;
}

}  // namespace apportion

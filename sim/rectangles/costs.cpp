// Costs from geometry.
#include "sim/rectangles/costs.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace apportion {
namespace {

struct Corner {
  double row;
  double column;
};

// Corners off the outer boundary, with repetitions.
std::vector<Corner> inner_corners(const Decomposition& decomposition, double tolerance) {
  const auto inside = [tolerance](double x, double side) { return x > tolerance && x < side - tolerance; };
  std::vector<Corner> corners;
  corners.reserve(4 * decomposition.parts.size());
  for (const Rect& part : decomposition.parts)
    for (const double row : {part.row, part.row_end()})
      if (inside(row, decomposition.extent.rows))
        for (const double column : {part.column, part.column_end()})
          if (inside(column, decomposition.extent.columns)) corners.push_back({row, column});
  return corners;
}

}  // namespace

double acost(const Decomposition& decomposition) {
  const double half_perimeters =
      std::accumulate(decomposition.parts.begin(), decomposition.parts.end(), 0.0,
                      [](double sum, const Rect& part) { return sum + part.half_perimeter(); });
  return half_perimeters - decomposition.extent.half_perimeter();
}

double bcost(const Decomposition& decomposition) {
  const Extent& extent = decomposition.extent;
  const double tolerance = coincidence_tolerance(extent);
  double cost = acost(decomposition) + extent.half_perimeter();
  for (const Rect& part : decomposition.parts) {
    if (part.rows >= extent.rows - tolerance) cost -= part.columns;
    if (part.columns >= extent.columns - tolerance) cost -= part.rows;
  }
  return cost;
}

std::int64_t internal_edges(const Decomposition& decomposition) {
  const double tolerance = coincidence_tolerance(decomposition.extent);
  std::vector<Corner> corners = inner_corners(decomposition, tolerance);
  std::sort(corners.begin(), corners.end(), [](const Corner& a, const Corner& b) { return a.row < b.row; });
  // Rows that differ by rounding alone form one line; along it, columns likewise form one point.
  std::int64_t points = 0;
  for (auto line = corners.begin(); line != corners.end();) {
    auto end = line + 1;
    while (end != corners.end() && end->row - (end - 1)->row <= tolerance) ++end;
    std::sort(line, end, [](const Corner& a, const Corner& b) { return a.column < b.column; });
    ++points;
    for (auto corner = line + 1; corner != end; ++corner)
      if (corner->column - (corner - 1)->column > tolerance) ++points;
    line = end;
  }
  return points + static_cast<std::int64_t>(decomposition.parts.size()) - 1;
}

double total_cost(double acost, std::int64_t internal_edges, double latency) {
  return acost + latency * static_cast<double>(internal_edges);
}

double acost_lower_bound(const Extent& extent, const Cluster& cluster) {
  if (cluster.size() < 2) return 0;
  const double shorter = std::min(extent.rows, extent.columns);
  const double longer = std::max(extent.rows, extent.columns);
  const double sum = std::accumulate(cluster.speeds.begin(), cluster.speeds.end(), 0.0);
  double half_perimeters = 0;
  for (const double speed : cluster.speeds) {
    const double share = speed / sum;
    half_perimeters += share * longer <= shorter ? 2 * std::sqrt(share * shorter * longer) : shorter + share * longer;
  }
  return std::max(shorter, half_perimeters - (shorter + longer));
}

double total_lower_bound(const RectangleProblem& problem) {
  return acost_lower_bound(problem.extent, problem.cluster) +
         problem.latency * static_cast<double>(problem.cluster.size() - 1);
}

}  // namespace apportion

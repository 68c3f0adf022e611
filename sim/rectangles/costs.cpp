// Costs from geometry.
#include "sim/rectangles/costs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "sim/rectangles/adjacency.hpp"

namespace apportion {
namespace {

// A horizontal side not on the outer boundary, with those of its ends that are not on it either.
struct HorizontalSide {
  double row;
  double column;
  double column_end;
  bool begins_inside;
  bool ends_inside;

  [[nodiscard]] std::int64_t corners() const { return int{begins_inside} + int{ends_inside}; }
};

// The sides with corners inside the array. All are written first and counted afterwards: a branch here would be
// unpredictable, since every division differs.
std::vector<HorizontalSide> inner_sides(const Decomposition& decomposition, double tolerance) {
  const Extent& extent = decomposition.extent;
  const auto inside = [tolerance](double x, double side) { return (x > tolerance) & (x < side - tolerance); };
  std::vector<HorizontalSide> sides(2 * decomposition.parts.size());
  std::size_t count = 0;
  for (const Rect& part : decomposition.parts) {
    const double column_end = part.column_end();
    const bool begins_inside = inside(part.column, extent.columns);
    const bool ends_inside = inside(column_end, extent.columns);
    for (const double row : {part.row, part.row_end()}) {
      sides[count] = {row, part.column, column_end, begins_inside, ends_inside};
      count += (begins_inside | ends_inside) & inside(row, extent.rows) ? 1 : 0;
    }
  }
  sides.resize(count);
  return sides;
}

// Few sides are sorted by counting smaller ones, which needs no branches either.
std::vector<HorizontalSide> sorted_by_row(std::vector<HorizontalSide> sides) {
  constexpr std::size_t few = 32;
  if (sides.size() > few) {
    std::ranges::sort(sides, {}, &HorizontalSide::row);
    return sides;
  }
  std::array<unsigned, few> places{};
  for (std::size_t i = 1; i < sides.size(); ++i) {
    unsigned before = 0;
    for (std::size_t j = 0; j < i; ++j) {
      const unsigned is_before = sides[j].row <= sides[i].row ? 1 : 0;
      before += is_before;
      places[j] += 1 - is_before;
    }
    places[i] += before;
  }
  std::vector<HorizontalSide> sorted(sides.size());
  for (std::size_t i = 0; i < sides.size(); ++i) sorted[places[i]] = sides[i];
  return sorted;
}

struct Corner {
  double row;
  double column;
};

using CornerIterator = std::vector<Corner>::iterator;

// Sorts the corners along one direction and visits the groups between gaps wider than the tolerance.
template <double Corner::*along, class Visit>
void for_each_group(CornerIterator first, CornerIterator last, double tolerance, Visit visit) {
  std::ranges::sort(first, last, {}, along);
  while (first != last) {
    auto end = first + 1;
    while (end != last && (*end).*along - (*(end - 1)).*along <= tolerance) ++end;
    visit(first, end);
    first = end;
  }
}

// The number of distinct points among corners without a gap across. With many processors, corners far from each other
// lie on nearly the same line: a gap along the line separates them, and each of the two sets may then have gaps across.
// A group without a gap in either direction is one point, since parts are wider than twice the tolerance.
template <double Corner::*along, double Corner::*across>
std::int64_t distinct_points(CornerIterator first, CornerIterator last, double tolerance) {
  if (last - first == 1) return 1;
  if (last - first == 2) return std::abs((*first).*along - (*(first + 1)).*along) <= tolerance ? 1 : 2;
  std::int64_t points = 0;
  for_each_group<along>(first, last, tolerance, [&](CornerIterator begin, CornerIterator end) {
    const bool has_gap = begin != first || end != last;
    points += has_gap ? distinct_points<across, along>(begin, end, tolerance) : 1;
  });
  return points;
}

// The number of distinct corners of sides on one line.
std::int64_t points_of_group(std::span<const HorizontalSide> group, double tolerance) {
  // The common case: the two sides of one boundary between two parts.
  if (group.size() == 2 && group[0].column == group[1].column && group[0].column_end == group[1].column_end &&
      group[0].column_end - group[0].column > tolerance)
    return group[0].corners();
  std::vector<Corner> corners;
  corners.reserve(2 * group.size());
  for (const HorizontalSide& side : group) {
    if (side.begins_inside) corners.push_back({side.row, side.column});
    if (side.ends_inside) corners.push_back({side.row, side.column_end});
  }
  return distinct_points<&Corner::column, &Corner::row>(corners.begin(), corners.end(), tolerance);
}

// Sums any number of positive values, exact but for the last digits (Kahan).
class Sum {
 public:
  void add(double term) {
    const double corrected = term - excess_;
    const double next = value_ + corrected;
    excess_ = (next - value_) - corrected;
    value_ = next;
  }
  [[nodiscard]] double value() const { return value_; }

 private:
  double value_ = 0;
  double excess_ = 0;
};

// Whether the sum of half perimeters less m + n would lose digits: in a long array m + n cancels most of it, and the
// rounding of many terms adds up.
bool needs_care(const Decomposition& decomposition) {
  const Extent& extent = decomposition.extent;
  return std::max(extent.rows, extent.columns) > 100 * std::min(extent.rows, extent.columns) ||
         decomposition.parts.size() > 1000;
}

// Each piece of the inner boundary is the near side of the part behind it, which gives acost() without cancellation.
double inner_boundary(const Decomposition& decomposition, double tolerance) {
  Sum length;
  for (const Rect& part : decomposition.parts) {
    if (part.row > tolerance) length.add(part.columns);
    if (part.column > tolerance) length.add(part.rows);
  }
  return length.value();
}

}  // namespace

double acost(const Decomposition& decomposition, std::optional<double> tolerance) {
  const double distance = tolerance.value_or(coincidence_tolerance(decomposition.extent));
  if (!decomposition.further.empty()) return boundaries(decomposition, distance).inner;
  if (needs_care(decomposition)) return inner_boundary(decomposition, distance);
  const double half_perimeters =
      std::accumulate(decomposition.parts.begin(), decomposition.parts.end(), 0.0,
                      [](double sum, const Rect& part) { return sum + part.half_perimeter(); });
  return half_perimeters - decomposition.extent.half_perimeter();
}

double bcost(const Decomposition& decomposition, std::optional<double> tolerance) {
  const double distance = tolerance.value_or(coincidence_tolerance(decomposition.extent));
  if (!decomposition.further.empty()) {
    const Boundaries between = boundaries(decomposition, distance);
    return between.inner + between.wrapped;
  }
  const Extent& extent = decomposition.extent;
  Sum cost;
  cost.add(acost(decomposition, distance));
  // Counts each piece of the outer boundary once, by the part behind it.
  for (const Rect& part : decomposition.parts) {
    if (part.row <= distance && part.rows < extent.rows - distance) cost.add(part.columns);
    if (part.column <= distance && part.columns < extent.columns - distance) cost.add(part.rows);
  }
  return cost.value();
}

std::int64_t internal_edges(const Decomposition& decomposition, std::optional<double> tolerance) {
  const double distance = tolerance.value_or(coincidence_tolerance(decomposition.extent));
  if (!decomposition.further.empty()) return boundaries(decomposition, distance).pairs;
  const std::vector<HorizontalSide> sides = sorted_by_row(inner_sides(decomposition, distance));
  std::int64_t points = 0;
  for (auto first = sides.begin(); first != sides.end();) {
    auto end = first + 1;
    while (end != sides.end() && end->row - (end - 1)->row <= distance) ++end;
    points += points_of_group({&*first, static_cast<std::size_t>(end - first)}, distance);
    first = end;
  }
  return points + static_cast<std::int64_t>(decomposition.parts.size()) - 1;
}

double total_cost(double acost, std::int64_t internal_edges, double latency) {
  return acost + latency * static_cast<double>(internal_edges);
}

Shapes shapes_of(const Decomposition& decomposition) {
  return decomposition.further.empty() ? Shapes::rectangles : Shapes::any;
}

double acost_lower_bound(const Extent& extent, const Cluster& cluster, Shapes shapes) {
  if (cluster.size() < 2) return 0;
  const double shorter = std::min(extent.rows, extent.columns);
  const double longer = std::max(extent.rows, extent.columns);
  Sum sum;
  for (const double speed : cluster.speeds) sum.add(speed);
  // Sums phi(a_i) - a_i n, which gives sum phi(a_i) - n without cancellation: in a long array n takes most digits.
  Sum excess;
  for (const double speed : cluster.speeds) {
    const double length = speed / sum.value() * longer;
    excess.add(length <= shorter ? 2 * std::sqrt(length * shorter) - length : shorter);
  }
  return std::max(shapes == Shapes::rectangles ? shorter : 0, excess.value() - shorter);
}

double total_lower_bound(const RectangleProblem& problem, Shapes shapes) {
  return acost_lower_bound(problem.extent, problem.cluster, shapes) +
         problem.latency * static_cast<double>(problem.cluster.size() - 1);
}

}  // namespace apportion

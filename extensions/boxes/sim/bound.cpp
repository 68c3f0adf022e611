// Lower bounds for boxes: isoperimetry, corners of the block, prices of outer contact, and the greatest part.
#include "extensions/boxes/sim/bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace apportion {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr int price_steps = 10;  // prices 0, 0.05, .., 0.5
constexpr int most_depth = 4;    // greatest parts that are treated separately

Triple sorted(Triple sides) {
  std::ranges::sort(sides);
  return sides;
}

// The least sum of the sides of a rectangle of this area, with sides up to these.
double least_sides(double area, double shorter) {
  return area <= shorter * shorter ? 2 * std::sqrt(area) : shorter + area / shorter;
}

// The least cost of a part by the number of axes that it spans, 0 to 2, at a price of outer contact.
using ByClass = std::array<double, 3>;

ByClass class_costs(double part, const Triple& sides, double price) {
  ByClass costs{(1 - price) * least_half_surface(part, sides), infinite, infinite};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double b = sides[axis == 0 ? 1 : 0];
    const double c = sides[axis == 2 ? 1 : 2];
    const double section = part / sides[axis];
    costs[1] = std::min(costs[1], (1 - 2 * price) * section + (1 - price) * sides[axis] * least_sides(section, b));
    costs[2] = std::min(costs[2], (1 - price) * b * c + (1 - 2 * price) * part / (b * c) * (b + c));
  }
  return costs;
}

// The classes that the greatest part, the first one, may be in.
enum class Greatest { spans_at_most_one, spans_two };

// The least sum of the parts' costs, if their classes have room for all 8 corners.
double knapsack(const std::vector<double>& parts, const Triple& sides, double price, Greatest greatest) {
  std::array<double, 9> least{};  // by corners contained
  least.fill(infinite);
  least[0] = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const ByClass costs = class_costs(parts[i], sides, price);
    const std::size_t first = i == 0 && greatest == Greatest::spans_two ? 2 : 0;
    const std::size_t last = i == 0 && greatest == Greatest::spans_at_most_one ? 1 : 2;
    std::array<double, 9> next{};
    next.fill(infinite);
    for (std::size_t corners = 0; corners <= 8; ++corners)
      for (std::size_t spanned = first; spanned <= last; ++spanned) {
        double& sum = next[std::min<std::size_t>(8, corners + (std::size_t{1} << spanned))];
        sum = std::min(sum, least[corners] + costs[spanned]);
      }
    least = next;
  }
  return least[8];
}

// The best bound over all prices: the contacts of all parts sum to the surface of the block.
double priced_bound(const std::vector<double>& parts, const Triple& sides, Greatest greatest) {
  double best = 0;
  for (int step = 0; step <= price_steps; ++step) {
    const double price = 0.05 * step;
    best = std::max(best, knapsack(parts, sides, price, greatest) + (2 * price - 1) * half_surface(sides));
  }
  return best;
}

// The inner surface of a part alone, if it spans one axis at most.
double own_surface(double part, const Triple& sides) {
  double least = least_half_surface(part, sides);
  for (std::size_t axis = 0; axis < 3; ++axis)
    least = std::min(least, sides[axis] * least_sides(part / sides[axis], sides[axis == 0 ? 1 : 0]));
  return least;
}

// A lower bound on the inner surface of every division into boxes of these volumes: the greatest of the bound for any
// shapes and those from corners, outer contact and the greatest part. 0 for one box. `parts` are in descending order,
// `sides` in ascending order.
double bound_of(const std::vector<double>& parts, const Triple& sides, int depth) {
  if (parts.size() < 2) return 0;
  if (parts.size() == 2) return sides[0] * sides[1];
  double any = 0;
  for (const double part : parts) any += least_half_surface(part, sides);
  const double apart = std::max(own_surface(parts[0], sides), priced_bound(parts, sides, Greatest::spans_at_most_one));
  double slab = priced_bound(parts, sides, Greatest::spans_two);
  if (slab < apart && depth > 0) {
    const std::vector<double> rest(parts.begin() + 1, parts.end());
    double least = infinite;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double face = sides[axis == 0 ? 1 : 0] * sides[axis == 2 ? 1 : 2];
      Triple left = sides;
      left[axis] -= parts[0] / face;
      if (left[axis] > 0) least = std::min(least, face + bound_of(rest, sorted(left), depth - 1));
    }
    if (least < infinite) slab = std::max(slab, least);
  }
  return std::max(any - half_surface(sides), std::min(apart, slab));
}

}  // namespace

double least_half_surface(double part, const Triple& extent) {
  const Triple sides = sorted(extent);
  if (part <= sides[0] * sides[0] * sides[0]) {
    const double side = std::cbrt(part);
    return 3 * side * side;
  }
  if (part <= sides[0] * sides[1] * sides[1]) return part / sides[0] + 2 * std::sqrt(part * sides[0]);
  return sides[0] * sides[1] + part / (sides[0] * sides[1]) * (sides[0] + sides[1]);
}

double total_lower_bound(const BoxProblem& problem) {
  std::vector<double> parts = volumes_of(problem);
  std::ranges::sort(parts, std::ranges::greater{});
  const double pairs = static_cast<double>(problem.cluster.size()) - 1;
  return bound_of(parts, sorted(problem.extent), most_depth) + problem.latency * pairs;
}

}  // namespace apportion

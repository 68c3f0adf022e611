// Divisions into boxes: their costs, lower bounds on these, and validation.
#include "extensions/boxes/sim/division.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.hpp"

namespace apportion {
namespace {

constexpr double volume_tolerance = 1e-9;  // relative to the part

bool overlap(const Cuboid& a, const Cuboid& b, double tolerance) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (std::min(a.end(axis), b.end(axis)) - std::max(a.at[axis], b.at[axis]) <= tolerance) return false;
  return true;
}

// Whether the two boxes have a common face whose sides are longer than the tolerance.
bool share_face(const Cuboid& a, const Cuboid& b, double tolerance) {
  int touching = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double common = std::min(a.end(axis), b.end(axis)) - std::max(a.at[axis], b.at[axis]);
    if (common < -tolerance) return false;
    if (common <= tolerance) ++touching;
  }
  return touching == 1;
}

void require_inside(const BoxDivision& division, std::size_t processor) {
  const Cuboid& part = division.parts[processor];
  const double tolerance = coincidence_tolerance(division.extent);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!(part.sides[axis] >= narrowest_box(division.extent)))
      throw InputError("the box of processor {} is {:.6g} x {:.6g} x {:.6g}; no side may be below {:.3g}", processor,
                       part.sides[0], part.sides[1], part.sides[2], narrowest_box(division.extent));
    if (!(part.at[axis] >= -tolerance) || !(part.end(axis) <= division.extent[axis] + tolerance))
      throw InputError("the box of processor {} reaches beyond the block", processor);
  }
}

// --- Lower bounds

constexpr double infinite_surface = std::numeric_limits<double>::infinity();
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
  ByClass costs{(1 - price) * least_half_surface(part, sides), infinite_surface, infinite_surface};
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
  least.fill(infinite_surface);
  least[0] = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const ByClass costs = class_costs(parts[i], sides, price);
    const std::size_t first = i == 0 && greatest == Greatest::spans_two ? 2 : 0;
    const std::size_t last = i == 0 && greatest == Greatest::spans_at_most_one ? 1 : 2;
    std::array<double, 9> next{};
    next.fill(infinite_surface);
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
    double least = infinite_surface;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double face = sides[axis == 0 ? 1 : 0] * sides[axis == 2 ? 1 : 2];
      Triple left = sides;
      left[axis] -= parts[0] / face;
      if (left[axis] > 0) least = std::min(least, face + bound_of(rest, sorted(left), depth - 1));
    }
    if (least < infinite_surface) slab = std::max(slab, least);
  }
  return std::max(any - half_surface(sides), std::min(apart, slab));
}

}  // namespace

double volume(const Triple& sides) { return sides[0] * sides[1] * sides[2]; }

double half_surface(const Triple& sides) { return sides[0] * sides[1] + sides[1] * sides[2] + sides[2] * sides[0]; }

std::vector<double> volumes_of(const BoxProblem& problem) {
  std::vector<double> volumes = problem.cluster.speeds;
  const double sum = std::accumulate(volumes.begin(), volumes.end(), 0.0);
  const double all = volume(problem.extent);
  for (double& each : volumes) each = each / sum * all;
  return volumes;
}

double coincidence_tolerance(const Triple& extent) { return 1e-9 * (extent[0] + extent[1] + extent[2]); }

double narrowest_box(const Triple& extent) { return 2 * coincidence_tolerance(extent); }

void validate(const BoxProblem& problem) {
  constexpr double least_side = 1e-60;
  constexpr double most_side = 1e60;
  constexpr double most_latency = 1e300 / (most_boxes * most_boxes);
  for (const double side : problem.extent)
    if (!(side >= least_side && side <= most_side))
      throw InputError("a side of the block is {}; it must be from {} to {}", side, least_side, most_side);
  validate(problem.cluster);
  if (problem.cluster.size() > most_boxes)
    throw InputError("there are {} processors; boxes are for up to {}", problem.cluster.size(), most_boxes);
  if (!(problem.latency >= 0 && problem.latency <= most_latency))
    throw InputError("the latency is {}; it must be from 0 to {:.3g}", problem.latency, most_latency);
  if (problem.cluster.size() < 2) return;
  const double narrowest = narrowest_box(problem.extent);
  if (*std::ranges::min_element(problem.extent) < narrowest)
    throw InputError("the shortest side of the block is {:.6g}; beside the others it must be at least {:.3g}",
                     *std::ranges::min_element(problem.extent), narrowest);
  const std::vector<double> volumes = volumes_of(problem);
  const std::size_t least = static_cast<std::size_t>(std::ranges::min_element(volumes) - volumes.begin());
  if (std::cbrt(volumes[least]) < narrowest)
    throw InputError("the weight {} of processor {} is too small: its box would be narrower than {:.3g}",
                     problem.cluster.speeds[least], least, narrowest);
}

void require_tiling(const BoxProblem& problem, const BoxDivision& division) {
  const std::vector<double> volumes = volumes_of(problem);
  if (division.parts.size() != volumes.size())
    throw InputError("there are {} boxes for {} processors", division.parts.size(), volumes.size());
  if (volumes.size() < 2) return;
  for (std::size_t i = 0; i < volumes.size(); ++i) {
    require_inside(division, i);
    const double is = volume(division.parts[i].sides);
    if (!(std::abs(is - volumes[i]) <= volume_tolerance * volumes[i]))
      throw InputError("the box of processor {} has volume {:.10g}; its weight asks for {:.10g}", i, is, volumes[i]);
  }
  // Compares only boxes whose intervals along the first axis overlap.
  std::vector<std::size_t> order(volumes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return division.parts[i].at[0]; });
  const double tolerance = coincidence_tolerance(division.extent);
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      const Cuboid& a = division.parts[order[i]];
      const Cuboid& b = division.parts[order[j]];
      if (b.at[0] >= a.end(0)) break;
      if (overlap(a, b, tolerance))
        throw InputError("the boxes of processors {} and {} overlap", std::min(order[i], order[j]),
                         std::max(order[i], order[j]));
    }
}

double inner_surface(const BoxDivision& division) {
  double surface = 0;
  for (const Cuboid& part : division.parts) surface += half_surface(part.sides);
  return division.parts.size() < 2 ? 0 : surface - half_surface(division.extent);
}

std::int64_t neighbour_pairs(const BoxDivision& division) {
  const double tolerance = coincidence_tolerance(division.extent);
  std::int64_t pairs = 0;
  for (std::size_t i = 0; i < division.parts.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (share_face(division.parts[i], division.parts[j], tolerance)) ++pairs;
  return pairs;
}

double total_cost(const BoxProblem& problem, const BoxDivision& division) {
  const double surface = inner_surface(division);
  return problem.latency > 0 ? surface + problem.latency * static_cast<double>(neighbour_pairs(division)) : surface;
}

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

// Costs and validation of divisions into boxes.
#include "extensions/boxes/sim/division.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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

void require_inside(const BoxDivision& division, std::size_t processor) {
  const Cuboid& part = division.parts[processor];
  const double tolerance = coincidence_tolerance(division.extent);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!(part.sides[axis] >= narrowest_box(division.extent)))
      throw InputError(fmt::format("the box of processor {} is {:.6g} x {:.6g} x {:.6g}; no side may be below {:.3g}",
                                   processor, part.sides[0], part.sides[1], part.sides[2],
                                   narrowest_box(division.extent)));
    if (!(part.at[axis] >= -tolerance) || !(part.end(axis) <= division.extent[axis] + tolerance))
      throw InputError(fmt::format("the box of processor {} reaches beyond the block", processor));
  }
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
      throw InputError(fmt::format("a side of the block is {}; it must be from {} to {}", side, least_side, most_side));
  validate(problem.cluster);
  if (problem.cluster.size() > most_boxes)
    throw InputError(
        fmt::format("there are {} processors; boxes are for up to {}", problem.cluster.size(), most_boxes));
  if (!(problem.latency >= 0 && problem.latency <= most_latency))
    throw InputError(fmt::format("the latency is {}; it must be from 0 to {:.3g}", problem.latency, most_latency));
  if (problem.cluster.size() < 2) return;
  const double narrowest = narrowest_box(problem.extent);
  if (*std::ranges::min_element(problem.extent) < narrowest)
    throw InputError(
        fmt::format("the shortest side of the block is {:.6g}; beside the others it must be at least {:.3g}",
                    *std::ranges::min_element(problem.extent), narrowest));
  const std::vector<double> volumes = volumes_of(problem);
  const std::size_t least = static_cast<std::size_t>(std::ranges::min_element(volumes) - volumes.begin());
  if (std::cbrt(volumes[least]) < narrowest)
    throw InputError(fmt::format("the weight {} of processor {} is too small: its box would be narrower than {:.3g}",
                                 problem.cluster.speeds[least], least, narrowest));
}

bool share_face(const Cuboid& a, const Cuboid& b, double tolerance) {
  int touching = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double common = std::min(a.end(axis), b.end(axis)) - std::max(a.at[axis], b.at[axis]);
    if (common < -tolerance) return false;
    if (common <= tolerance) ++touching;
  }
  return touching == 1;
}

void require_tiling(const BoxProblem& problem, const BoxDivision& division) {
  const std::vector<double> volumes = volumes_of(problem);
  if (division.parts.size() != volumes.size())
    throw InputError(fmt::format("there are {} boxes for {} processors", division.parts.size(), volumes.size()));
  if (volumes.size() < 2) return;
  for (std::size_t i = 0; i < volumes.size(); ++i) {
    require_inside(division, i);
    const double is = volume(division.parts[i].sides);
    if (!(std::abs(is - volumes[i]) <= volume_tolerance * volumes[i]))
      throw InputError(
          fmt::format("the box of processor {} has volume {:.10g}; its weight asks for {:.10g}", i, is, volumes[i]));
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
        throw InputError(fmt::format("the boxes of processors {} and {} overlap", std::min(order[i], order[j]),
                                     std::max(order[i], order[j])));
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

}  // namespace apportion

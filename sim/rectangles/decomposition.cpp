// Validation and transposition of decompositions.
#include "sim/rectangles/decomposition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "base/error.hpp"
#include "sim/network/network.hpp"

namespace apportion {
namespace {

std::span<const FurtherRect> further_of(const Decomposition& decomposition, std::size_t processor) {
  return {std::ranges::lower_bound(decomposition.further, processor, {}, &FurtherRect::processor),
          std::ranges::upper_bound(decomposition.further, processor, {}, &FurtherRect::processor)};
}

}  // namespace

void validate(const Extent& extent) {
  const auto require_side = [](const char* name, double side) {
    if (!(side > 0) || !std::isfinite(side))
      throw InputError(fmt::format("{} is {}; the sides of the array must be positive and finite", name, side));
  };
  require_side("rows", extent.rows);
  require_side("columns", extent.columns);
  if (!std::isfinite(extent.area()) || !(extent.area() > 0))
    throw InputError(
        fmt::format("an array of {} x {} is out of range: its area is {}", extent.rows, extent.columns, extent.area()));
}

void validate(const RectangleProblem& problem) {
  validate(problem.extent);
  validate(problem.cluster);
  if (!(problem.latency >= 0) || !std::isfinite(problem.latency))
    throw InputError(fmt::format("latency is {}; it must be zero or positive, and finite", problem.latency));
  const bool has_network = problem.network && problem.network->processors == problem.cluster.size();
  if (problem.objective == Objective::net && !has_network)
    throw InputError(
        fmt::format("net is a cost on a network; there must be one of {} processors", problem.cluster.size()));
}

std::vector<Rect> rectangles_of(const Decomposition& decomposition, std::size_t processor) {
  std::vector<Rect> rectangles = {decomposition.parts.at(processor)};
  for (const FurtherRect& further : further_of(decomposition, processor)) rectangles.push_back(further.rect);
  return rectangles;
}

double part_area(const Decomposition& decomposition, std::size_t processor) {
  double area = decomposition.parts.at(processor).area();
  for (const FurtherRect& further : further_of(decomposition, processor)) area += further.rect.area();
  return area;
}

Decomposition transposed(Decomposition decomposition) {
  decomposition.extent = decomposition.extent.transposed();
  for (Rect& part : decomposition.parts) part = part.transposed();
  for (FurtherRect& further : decomposition.further) further.rect = further.rect.transposed();
  return decomposition;
}

double coincidence_tolerance(const Extent& extent) { return 1e-9 * extent.half_perimeter(); }

}  // namespace apportion

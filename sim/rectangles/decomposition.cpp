// Validation and transposition of decompositions.
#include "sim/rectangles/decomposition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "base/error.hpp"
#include "sim/network/network.hpp"
#include "sim/rectangles/accuracy.hpp"

namespace apportion {
namespace {

// Of areas, so that a share of one is a normal number as well.
constexpr double least_area = 1e-280;
constexpr double most_area = 1e300;
// Of totals: sums of a few of them, and percents, are still finite.
constexpr double most_total = 1e300;

std::span<const FurtherRect> further_of(const Decomposition& decomposition, std::size_t processor) {
  return {std::ranges::lower_bound(decomposition.further, processor, {}, &FurtherRect::processor),
          std::ranges::upper_bound(decomposition.further, processor, {}, &FurtherRect::processor)};
}

void require_network(const RectangleProblem& problem) {
  if (!problem.network || problem.network->processors != problem.cluster.size())
    throw InputError(
        fmt::format("net is a cost on a network; there must be one of {} processors", problem.cluster.size()));
  validate(*problem.network);
}

}  // namespace

void validate(const Extent& extent) {
  const auto require_side = [](const char* name, double side) {
    if (!(side > 0) || !std::isfinite(side))
      throw InputError(fmt::format("{} is {}; the sides of the array must be positive and finite", name, side));
  };
  require_side("rows", extent.rows);
  require_side("columns", extent.columns);
  if (!(extent.area() >= least_area && extent.area() <= most_area))
    throw InputError(fmt::format("an array of {} x {} is out of range: its area is {}, and must be from {} to {}",
                                 extent.rows, extent.columns, extent.area(), least_area, most_area));
}

void require_total(double boundary, std::size_t processors, double latency) {
  if (!(latency >= 0) || !std::isfinite(latency))
    throw InputError(fmt::format("latency is {}; it must be zero or positive, and finite", latency));
  const auto p = static_cast<double>(processors);
  if (!(boundary * p <= most_total / 2))
    throw InputError(fmt::format("rows + columns is {}; for {} processors it must be at most {:.3g}", boundary,
                                 processors, most_total / 2 / p));
  if (!(latency <= most_total / (6 * p)))
    throw InputError(
        fmt::format("latency is {}; for {} processors it must be at most {:.3g}, "
                    "since totals beyond {} are not finite everywhere",
                    latency, processors, most_total / (6 * p), most_total));
}

void validate(const RectangleProblem& problem) {
  validate(problem.extent);
  validate(problem.cluster);
  require_total(problem.extent.half_perimeter(), problem.cluster.size(), problem.latency);
  require_shares(problem);
  if (problem.objective == Objective::net) require_network(problem);
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

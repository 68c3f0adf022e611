// Validation and transposition of decompositions.
#include "sim/rectangles/decomposition.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"

namespace apportion {

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
}

Decomposition transposed(Decomposition decomposition) {
  decomposition.extent = decomposition.extent.transposed();
  for (Rect& part : decomposition.parts) part = part.transposed();
  for (FurtherRect& further : decomposition.further) further.rect = further.rect.transposed();
  return decomposition;
}

double coincidence_tolerance(const Extent& extent) { return 1e-9 * extent.half_perimeter(); }

}  // namespace apportion

// The checks of sides and areas.
#include "sim/rectangles/accuracy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

#include "base/error.hpp"

namespace apportion {
namespace {

// Rounding moves a part's area by some 2^-52 of the array's: shares above this keep area_tolerance with a wide margin.
constexpr double accurate_share = 1e-6;

// A part of share a is at least a times the shorter side wide.
double sufficient_share(const Extent& extent) {
  return std::max(accurate_share, narrowest_part(extent) / std::min(extent.rows, extent.columns));
}

double width_of(const Rect& rect) { return std::min(rect.rows, rect.columns); }

void require_wide_array(const Extent& extent) {
  const double limit = narrowest_part(extent);
  if (std::min(extent.rows, extent.columns) >= limit) return;
  throw InputError(
      fmt::format("an array of {:.6g} x {:.6g} is too long to be divided: rounding hides what is narrower than {:.3g}, "
                  "2e-9 of rows + columns; its shorter side must be at least that",
                  extent.rows, extent.columns, limit));
}

// "weight 2 is 1, which is 5e-10 of the sum: its part of 1000 x 1000"
std::string part_of(const RectangleProblem& problem, std::size_t i, double sum) {
  const double weight = problem.cluster.speeds[i];
  return fmt::format("weight {} is {}, which is {:.3g} of the sum: its part of {:.6g} x {:.6g}", i, weight,
                     weight / sum, problem.extent.rows, problem.extent.columns);
}

[[noreturn]] void refuse_width(const RectangleProblem& problem, std::size_t processor, double width, double sum) {
  throw InputError(fmt::format(
      "{} would be {:.3g} wide, and rounding hides what is narrower than {:.3g}, "
      "2e-9 of rows + columns; any algorithm accepts weights of {:.2g} of the sum or more",
      part_of(problem, processor, sum), width, narrowest_part(problem.extent), sufficient_share(problem.extent)));
}

void require_width(const RectangleProblem& problem, std::size_t processor, double width, double sum) {
  // Negated, so that a side that is not a number is refused as well.
  if (!(width >= narrowest_part(problem.extent))) refuse_width(problem, processor, width, sum);
}

void require_further(const RectangleProblem& problem, const std::vector<FurtherRect>& further, double sum) {
  if (further.empty()) return;
  if (!std::ranges::is_sorted(further, {}, &FurtherRect::processor) ||
      further.back().processor >= problem.cluster.size())
    throw std::logic_error("further rectangles are not in the order of the processors");
  for (const FurtherRect& each : further) require_width(problem, each.processor, width_of(each.rect), sum);
}

}  // namespace

double narrowest_part(const Extent& extent) { return 2 * coincidence_tolerance(extent); }

void require_shares(const RectangleProblem& problem) {
  if (problem.cluster.size() < 2) return;
  require_wide_array(problem.extent);
  const std::vector<double>& speeds = problem.cluster.speeds;
  const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  const auto least = static_cast<std::size_t>(std::ranges::min_element(speeds) - speeds.begin());
  require_width(problem, least, std::sqrt(speeds[least] / sum * problem.extent.area()) * (1 + area_tolerance), sum);
}

void require_accurate(const RectangleProblem& problem, const Decomposition& decomposition) {
  if (problem.cluster.size() < 2) return;
  const Extent& extent = problem.extent;
  const std::vector<double>& speeds = problem.cluster.speeds;
  const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  require_further(problem, decomposition.further, sum);
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    const Rect& part = decomposition.parts.at(i);
    require_width(problem, i, width_of(part), sum);
    const double area = decomposition.further.empty() ? part.area() : part_area(decomposition, i);
    const double error = area / (speeds[i] / sum * extent.area()) - 1;
    if (!(std::abs(error) <= area_tolerance))
      throw InputError(
          fmt::format("{} would have an area that is wrong by {:.2g} of itself through rounding, "
                      "and {:.0e} is the limit; any algorithm accepts weights of {:.2g} of the sum or more",
                      part_of(problem, i, sum), std::abs(error), area_tolerance, sufficient_share(extent)));
  }
}

}  // namespace apportion

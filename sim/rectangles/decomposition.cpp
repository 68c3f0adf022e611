// Validation and transposition of decompositions, and checks of their tiling and accuracy.
#include "sim/rectangles/decomposition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>

#include "base/error.hpp"
#include "base/stopping.hpp"
#include "sim/network/network.hpp"

namespace apportion {
namespace {

// --- Decompositions

// The least area: a share of it is still a normal number.
constexpr double least_area = 1e-280;
constexpr double most_area = 1e300;

// The greatest total: sums of a few of them, and percents, are still finite.
constexpr double most_total = 1e300;

std::span<const FurtherRect> further_of(const Decomposition& decomposition, std::size_t processor) {
  const auto& all = decomposition.further;
  const auto first = std::ranges::lower_bound(all, processor, {}, &FurtherRect::processor);
  const auto last = std::ranges::upper_bound(all, processor, {}, &FurtherRect::processor);
  return std::span(all).subspan(static_cast<std::size_t>(first - all.begin()), static_cast<std::size_t>(last - first));
}

void require_network(const RectangleProblem& problem) {
  if (!problem.network || problem.network->processors != problem.cluster.size())
    throw InputError("net is a cost on a network; there must be one of {} processors", problem.cluster.size());
  validate(*problem.network);
}

// --- A sweep line over rectangles

// A rectangle begins or ends here as the line moves down the rows.
struct SweepEvent {
  double row = 0;
  bool begins = false;
  Rect rect;
};

std::string described(const Rect& rect) {
  return fmt::format("{} x {} at ({}, {})", rect.rows, rect.columns, rect.row, rect.column);
}

// The rectangle less a margin on each side, so that smaller overlaps are ignored.
Rect without_margin(const Rect& rect, double margin) {
  return {rect.row + margin, rect.column + margin, rect.rows - 2 * margin, rect.columns - 2 * margin};
}

void require_inside(const Extent& extent, const Rect& rect, double tolerance) {
  const bool inside = rect.rows > 0 && rect.columns > 0 && rect.row >= -tolerance && rect.column >= -tolerance &&
                      rect.row_end() <= extent.rows + tolerance && rect.column_end() <= extent.columns + tolerance;
  if (!inside)
    throw InputError("the rectangle {} is not one inside the array of {} x {}", described(rect), extent.rows,
                     extent.columns);
}

// --- The checks of sides and areas

// Rounding changes a part's area by some 2^-52 of the array's: shares above this keep area_tolerance easily.
constexpr double accurate_share = 1e-6;

// A part of share a is at least a times the shorter side wide.
double sufficient_share(const Extent& extent) {
  return std::max(accurate_share, narrowest_part(extent) / std::min(extent.rows, extent.columns));
}

double width_of(const Rect& rect) { return std::min(rect.rows, rect.columns); }

// "weight 2 is 1, which is 5e-10 of the sum: its part of 1000 x 1000"
std::string part_of(const RectangleProblem& problem, std::size_t i, double sum) {
  const double weight = problem.cluster.speeds[i];
  return fmt::format("weight {} is {}, which is {:.3g} of the sum: its part of {:.6g} x {:.6g}", i, weight,
                     weight / sum, problem.extent.rows, problem.extent.columns);
}

void require_width(const RectangleProblem& problem, std::size_t processor, double width, double sum) {
  if (width >= narrowest_part(problem.extent)) return;  // false for NaN
  throw InputError(
      "{} would be {:.3g} wide, and rounding hides what is narrower than {:.3g}, "
      "2e-9 of rows + columns; any algorithm accepts weights of {:.2g} of the sum or more",
      part_of(problem, processor, sum), width, narrowest_part(problem.extent), sufficient_share(problem.extent));
}

void require_further(const RectangleProblem& problem, const std::vector<FurtherRect>& further, double sum) {
  if (further.empty()) return;
  if (!std::ranges::is_sorted(further, {}, &FurtherRect::processor) ||
      further.back().processor >= problem.cluster.size())
    throw std::logic_error("further rectangles are not in the order of the processors");
  for (const FurtherRect& each : further) require_width(problem, each.processor, width_of(each.rect), sum);
}

}  // namespace

void validate(const Extent& extent) {
  const auto require_side = [](const char* name, double side) {
    if (!(side > 0) || !std::isfinite(side))
      throw InputError("{} is {}; the sides of the array must be positive and finite", name, side);
  };
  require_side("rows", extent.rows);
  require_side("columns", extent.columns);
  if (!(extent.area() >= least_area && extent.area() <= most_area))
    throw InputError("an array of {} x {} is out of range: its area is {}, and must be from {} to {}", extent.rows,
                     extent.columns, extent.area(), least_area, most_area);
}

void require_total(double boundary, std::size_t processors, double latency) {
  if (!(latency >= 0) || !std::isfinite(latency))
    throw InputError("latency is {}; it must be zero or positive, and finite", latency);
  const auto p = static_cast<double>(processors);
  if (!(boundary * p <= most_total / 2))
    throw InputError("rows + columns is {}; for {} processors it must be at most {:.3g}", boundary, processors,
                     most_total / 2 / p);
  if (!(latency <= most_total / (6 * p)))
    throw InputError(
        "latency is {}; for {} processors it must be at most {:.3g}, "
        "since totals beyond {} are not finite everywhere",
        latency, processors, most_total / (6 * p), most_total);
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

std::optional<Rect> overlapping_rectangle(const std::vector<Rect>& rectangles) {
  std::vector<SweepEvent> events;
  for (const Rect& rect : rectangles) {
    events.push_back({rect.row, true, rect});
    events.push_back({rect.row_end(), false, rect});
  }
  std::ranges::sort(events, [](const SweepEvent& one, const SweepEvent& other) {
    return one.row != other.row ? one.row < other.row : !one.begins && other.begins;
  });
  std::map<double, double> crossed;  // from column to column end
  for (const SweepEvent& event : events) {
    stop_if_asked();
    if (!event.begins) {
      crossed.erase(event.rect.column);
      continue;
    }
    const auto next = crossed.lower_bound(event.rect.column);
    const bool overlaps = (next != crossed.end() && next->first < event.rect.column_end()) ||
                          (next != crossed.begin() && std::prev(next)->second > event.rect.column);
    if (overlaps) return event.rect;
    crossed.emplace(event.rect.column, event.rect.column_end());
  }
  return std::nullopt;
}

void require_tiling(const RectangleProblem& problem, const Decomposition& decomposition) {
  const Extent& extent = problem.extent;
  const std::vector<double>& speeds = problem.cluster.speeds;
  if (decomposition.parts.size() != speeds.size())
    throw InputError("there are {} parts for {} processors", decomposition.parts.size(), speeds.size());
  const double tolerance = coincidence_tolerance(extent);
  std::vector<Rect> rectangles;
  for (std::size_t i = 0; i < speeds.size(); ++i)
    for (const Rect& rect : rectangles_of(decomposition, i)) {
      require_inside(extent, rect, tolerance);
      const Rect core = without_margin(rect, tolerance / 2);
      if (core.rows > 0 && core.columns > 0) rectangles.push_back(core);
    }
  if (const std::optional<Rect> overlap = overlapping_rectangle(rectangles))
    throw InputError("the rectangle {} overlaps another one", described(without_margin(*overlap, -tolerance / 2)));
  const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    const double share = speeds[i] / sum * extent.area();
    const double area = part_area(decomposition, i);
    if (!(std::abs(area / share - 1) <= area_tolerance))
      throw InputError("processor {} has an area of {}; its share is {}, to within {:.0e} of itself", i, area, share,
                       area_tolerance);
  }
}

double narrowest_part(const Extent& extent) { return 2 * coincidence_tolerance(extent); }

void require_shares(const RectangleProblem& problem) {
  if (problem.cluster.size() < 2) return;
  const Extent& extent = problem.extent;
  if (std::min(extent.rows, extent.columns) < narrowest_part(extent))
    throw InputError(
        "an array of {:.6g} x {:.6g} is too long to be divided: rounding hides what is narrower than {:.3g}, "
        "2e-9 of rows + columns; its shorter side must be at least that",
        extent.rows, extent.columns, narrowest_part(extent));
  const std::vector<double>& speeds = problem.cluster.speeds;
  const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  const auto least = static_cast<std::size_t>(std::ranges::min_element(speeds) - speeds.begin());
  require_width(problem, least, std::sqrt(speeds[least] / sum * extent.area()) * (1 + area_tolerance), sum);
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
          "{} would have an area that is wrong by {:.2g} of itself through rounding, "
          "and {:.0e} is the limit; any algorithm accepts weights of {:.2g} of the sum or more",
          part_of(problem, i, sum), std::abs(error), area_tolerance, sufficient_share(extent));
  }
}

}  // namespace apportion

// A line that sweeps over rectangles.
#include "sim/rectangles/tiling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <string>

#include "base/error.hpp"
#include "sim/rectangles/accuracy.hpp"

namespace apportion {
namespace {

// Where a rectangle begins or ends as the line moves down the rows.
struct Event {
  double row = 0;
  bool begins = false;
  Rect rect;
};

std::string described(const Rect& rect) {
  return fmt::format("{} x {} at ({}, {})", rect.rows, rect.columns, rect.row, rect.column);
}

// Without a margin on each side, so that what overlaps less than that does not.
Rect without_margin(const Rect& rect, double margin) {
  return {rect.row + margin, rect.column + margin, rect.rows - 2 * margin, rect.columns - 2 * margin};
}

void require_inside(const Extent& extent, const Rect& rect, double tolerance) {
  const bool inside = rect.rows > 0 && rect.columns > 0 && rect.row >= -tolerance && rect.column >= -tolerance &&
                      rect.row_end() <= extent.rows + tolerance && rect.column_end() <= extent.columns + tolerance;
  if (!inside)
    throw InputError(fmt::format("the rectangle {} is not one inside the array of {} x {}", described(rect),
                                 extent.rows, extent.columns));
}

}  // namespace

std::optional<Rect> overlapping_rectangle(const std::vector<Rect>& rectangles) {
  std::vector<Event> events;
  for (const Rect& rect : rectangles) {
    events.push_back({rect.row, true, rect});
    events.push_back({rect.row_end(), false, rect});
  }
  std::ranges::sort(events, [](const Event& one, const Event& other) {
    return one.row != other.row ? one.row < other.row : !one.begins && other.begins;
  });
  std::map<double, double> crossed;  // from column to column end
  for (const Event& event : events) {
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
    throw InputError(fmt::format("there are {} parts for {} processors", decomposition.parts.size(), speeds.size()));
  const double tolerance = coincidence_tolerance(extent);
  std::vector<Rect> rectangles;
  for (std::size_t i = 0; i < speeds.size(); ++i)
    for (const Rect& rect : rectangles_of(decomposition, i)) {
      require_inside(extent, rect, tolerance);
      const Rect core = without_margin(rect, tolerance / 2);
      if (core.rows > 0 && core.columns > 0) rectangles.push_back(core);
    }
  if (const std::optional<Rect> overlap = overlapping_rectangle(rectangles))
    throw InputError(
        fmt::format("the rectangle {} overlaps another one", described(without_margin(*overlap, -tolerance / 2))));
  const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    const double share = speeds[i] / sum * extent.area();
    const double area = part_area(decomposition, i);
    if (!(std::abs(area / share - 1) <= area_tolerance))
      throw InputError(fmt::format("processor {} has an area of {}; its share is {}, to within {:.0e} of itself", i,
                                   area, share, area_tolerance));
  }
}

}  // namespace apportion

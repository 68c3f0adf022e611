// Slow, obvious checks of rectangle decompositions.
#include "tests/support/rectangles.hpp"

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace apportion {

void showValue(const RectangleProblem& problem, std::ostream& stream) {
  stream << problem.extent.rows << " x " << problem.extent.columns << ", latency " << problem.latency << ", speeds";
  for (const double speed : problem.cluster.speeds) stream << ' ' << speed;
}

}  // namespace apportion

namespace apportion::testing_support {
namespace {

int draw(int low, int high, RandomStream& stream) {
  return boost::random::uniform_int_distribution<int>(low, high)(stream);
}

double overlap(double a_begin, double a_end, double b_begin, double b_end) {
  return std::min(a_end, b_end) - std::max(a_begin, b_begin);
}

double overlap_of_rows(const Rect& a, const Rect& b) { return overlap(a.row, a.row_end(), b.row, b.row_end()); }
double overlap_of_columns(const Rect& a, const Rect& b) {
  return overlap(a.column, a.column_end(), b.column, b.column_end());
}

// All rectangles with their processors.
std::vector<FurtherRect> pieces_of(const Decomposition& decomposition) {
  std::vector<FurtherRect> pieces = decomposition.further;
  for (std::size_t i = 0; i < decomposition.parts.size(); ++i) pieces.push_back({i, decomposition.parts[i]});
  return pieces;
}

// The position of a cut across the columns that separates `rects` without crossing any, or nothing.
std::optional<double> cut_between(const std::vector<Rect>& rects, double tolerance) {
  for (const Rect& candidate : rects) {
    const double at = candidate.column;
    const auto before = std::ranges::count_if(rects, [&](const Rect& r) { return r.column_end() <= at + tolerance; });
    const auto behind = std::ranges::count_if(rects, [&](const Rect& r) { return r.column >= at - tolerance; });
    if (before > 0 && before + behind == std::ssize(rects)) return at;
  }
  return std::nullopt;
}

bool is_slicing(std::vector<Rect> rects, double tolerance) {
  if (rects.size() < 2) return true;
  for (int direction = 0; direction < 2; ++direction) {
    if (const std::optional<double> cut = cut_between(rects, tolerance)) {
      const auto is_before = [&](const Rect& rect) { return rect.column < *cut - tolerance; };
      const auto behind = std::partition(rects.begin(), rects.end(), is_before);
      return is_slicing({rects.begin(), behind}, tolerance) && is_slicing({behind, rects.end()}, tolerance);
    }
    std::ranges::transform(rects, rects.begin(), &Rect::transposed);
  }
  return false;
}

}  // namespace

RectangleSolution solve(std::string_view name, const RectangleProblem& problem) {
  RandomStream stream(1, "tests");
  return solve_rectangles(RectangleRegistry::instance().choose(name), problem, stream);
}

Frame frame_of(const std::vector<double>& speeds, double rows, double columns, double latency) {
  return make_frame({{rows, columns}, {speeds, {}}, latency});
}

bool tiles(const Decomposition& decomposition, double tolerance) {
  const Extent& extent = decomposition.extent;
  const double length = tolerance * extent.half_perimeter();
  double area = 0;
  const std::vector<FurtherRect> pieces = pieces_of(decomposition);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Rect& part = pieces[i].rect;
    if (!(part.rows >= 0) || !(part.columns >= 0)) return false;
    if (!(part.row >= -length) || !(part.row_end() <= extent.rows + length)) return false;
    if (!(part.column >= -length) || !(part.column_end() <= extent.columns + length)) return false;
    for (std::size_t j = 0; j < i; ++j) {
      const Rect& other = pieces[j].rect;
      if (overlap_of_rows(part, other) > length && overlap_of_columns(part, other) > length) return false;
    }
    area += part.area();
  }
  return std::abs(area - extent.area()) <= tolerance * extent.area();
}

std::int64_t adjacent_pairs(const Decomposition& decomposition) {
  return adjacent_pairs(decomposition, coincidence_tolerance(decomposition.extent));
}

std::int64_t adjacent_pairs(const Decomposition& decomposition, double tolerance) {
  std::map<std::pair<std::size_t, std::size_t>, double> lengths;
  const std::vector<FurtherRect> pieces = pieces_of(decomposition);
  for (const FurtherRect& a : pieces)
    for (const FurtherRect& b : pieces) {
      if (a.processor >= b.processor) continue;
      const double rows = overlap_of_rows(a.rect, b.rect);
      const double columns = overlap_of_columns(a.rect, b.rect);
      double& length = lengths[{a.processor, b.processor}];
      if (std::abs(columns) <= tolerance && rows > 0) length += rows;
      if (std::abs(rows) <= tolerance && columns > 0) length += columns;
    }
  return std::ranges::count_if(lengths, [tolerance](const auto& pair) { return pair.second > tolerance; });
}

Decomposition random_guillotine(const Extent& extent, std::size_t parts, int grid, RandomStream& stream) {
  Decomposition decomposition{extent, {{0, 0, extent.rows, extent.columns}}};
  while (decomposition.parts.size() < parts) {
    const int victim = draw(0, static_cast<int>(decomposition.parts.size()) - 1, stream);
    const bool across_columns = draw(0, 1, stream) == 1;
    const double fraction = static_cast<double>(draw(1, grid - 1, stream)) / grid;
    Rect& first = decomposition.parts[static_cast<std::size_t>(victim)];
    Rect second = first;
    if (across_columns) {
      first.columns *= fraction;
      second.columns -= first.columns;
      second.column = first.column_end();
    } else {
      first.rows *= fraction;
      second.rows -= first.rows;
      second.row = first.row_end();
    }
    decomposition.parts.push_back(second);
  }
  return decomposition;
}

Decomposition random_shapes(const Extent& extent, std::size_t rectangles, std::size_t parts, RandomStream& stream) {
  std::vector<Rect> rects = {{0, 0, extent.rows, extent.columns}};
  while (rects.size() < rectangles) {
    Rect& first = rects[static_cast<std::size_t>(draw(0, static_cast<int>(rects.size()) - 1, stream))];
    const bool turned = draw(0, 1, stream) == 1;
    if (turned) first = first.transposed();
    Rect second = first;
    if (first.columns > 1) {
      first.columns = draw(1, static_cast<int>(first.columns) - 1, stream);
      second.column = first.column_end();
      second.columns -= first.columns;
    }
    const bool cut = second.column > first.column;
    if (turned) first = first.transposed();
    if (cut) rects.push_back(turned ? second.transposed() : second);
  }
  Decomposition decomposition{extent, {}};
  for (const Rect& rect : rects) {
    if (decomposition.parts.size() < parts)
      decomposition.parts.push_back(rect);
    else
      decomposition.further.push_back({static_cast<std::size_t>(draw(0, static_cast<int>(parts) - 1, stream)), rect});
  }
  std::ranges::stable_sort(decomposition.further, {}, &FurtherRect::processor);
  return decomposition;
}

bool is_slicing(const Decomposition& decomposition) {
  return is_slicing(decomposition.parts, coincidence_tolerance(decomposition.extent));
}

Cluster cluster_of_areas(const Decomposition& decomposition) {
  Cluster cluster;
  for (std::size_t i = 0; i < decomposition.parts.size(); ++i) cluster.speeds.push_back(part_area(decomposition, i));
  return cluster;
}

}  // namespace apportion::testing_support

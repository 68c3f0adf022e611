// Slow, obvious checks of rectangle decompositions.
#include "tests/support/rectangles.hpp"

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <utility>

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
  for (std::size_t i = 0; i < decomposition.parts.size(); ++i) {
    const Rect& part = decomposition.parts[i];
    if (!(part.rows >= 0) || !(part.columns >= 0)) return false;
    if (!(part.row >= -length) || !(part.row_end() <= extent.rows + length)) return false;
    if (!(part.column >= -length) || !(part.column_end() <= extent.columns + length)) return false;
    for (std::size_t j = 0; j < i; ++j) {
      const Rect& other = decomposition.parts[j];
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
  std::int64_t pairs = 0;
  for (std::size_t i = 0; i < decomposition.parts.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const double rows = overlap_of_rows(decomposition.parts[i], decomposition.parts[j]);
      const double columns = overlap_of_columns(decomposition.parts[i], decomposition.parts[j]);
      const bool beside = std::abs(columns) <= tolerance && rows > tolerance;
      const bool above = std::abs(rows) <= tolerance && columns > tolerance;
      pairs += beside || above ? 1 : 0;
    }
  return pairs;
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

Cluster cluster_of_areas(const Decomposition& decomposition) {
  Cluster cluster;
  for (const Rect& part : decomposition.parts) cluster.speeds.push_back(part.area());
  return cluster;
}

}  // namespace apportion::testing_support

// Conversion between problems and the papers' frame: sorting, normalising and transposing.
#include "algorithms/rectangles/frame.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace apportion {

namespace {

struct Speed {
  double value;
  std::size_t processor;
};

// The index breaks ties: the order is stable without the buffer of std::stable_sort.
constexpr auto is_before = [](const Speed& a, const Speed& b) {
  return a.value > b.value || (a.value == b.value && a.processor < b.processor);
};

// For fewer processors, comparing is faster than counting.
constexpr std::size_t least_p_for_buckets = 1 << 12;

// Sorts by counting into about p / 4 equal intervals of the speeds' bits, which order like the positive numbers, then
// each interval by comparing. O(p) for speeds spread over the intervals, O(p log p) for any.
std::vector<Speed> sorted_by_buckets(const std::vector<double>& speeds) {
  const std::size_t p = speeds.size();
  const auto [least, most] = std::ranges::minmax(speeds);
  const auto highest = std::bit_cast<std::uint64_t>(most);
  const std::uint64_t span = highest - std::bit_cast<std::uint64_t>(least);
  const int bucket_bits = static_cast<int>(std::bit_width(p)) - 2;
  const int shift = std::max(static_cast<int>(std::bit_width(span)) - bucket_bits, 0);
  const auto bucket = [&](double speed) { return (highest - std::bit_cast<std::uint64_t>(speed)) >> shift; };
  std::vector<std::uint32_t> end((std::size_t{1} << bucket_bits) + 1, 0);
  for (const double speed : speeds) ++end[bucket(speed) + 1];
  std::partial_sum(end.begin(), end.end(), end.begin());
  std::vector<Speed> sorted(p);
  for (std::size_t i = 0; i < p; ++i) sorted[end[bucket(speeds[i])]++] = {speeds[i], i};
  std::size_t first = 0;
  for (const std::uint32_t last : end) {
    const auto begin = sorted.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(begin, sorted.begin() + static_cast<std::ptrdiff_t>(last), is_before);
    first = last;
  }
  return sorted;
}

std::vector<Speed> heaviest_first(const std::vector<double>& speeds) {
  if (speeds.size() >= least_p_for_buckets) return sorted_by_buckets(speeds);
  std::vector<Speed> sorted(speeds.size());
  for (std::size_t i = 0; i < speeds.size(); ++i) sorted[i] = {speeds[i], i};
  std::ranges::sort(sorted, is_before);
  return sorted;
}

}  // namespace

Frame make_frame(const RectangleProblem& problem) {
  const std::vector<double>& speeds = problem.cluster.speeds;
  const std::size_t p = speeds.size();
  Frame frame;
  frame.rows_along_x = problem.extent.rows > problem.extent.columns;
  const Extent extent = frame.rows_along_x ? problem.extent.transposed() : problem.extent;
  frame.m = extent.rows;
  frame.n = extent.columns;
  frame.latency = problem.latency;
  const std::vector<Speed> sorted = heaviest_first(speeds);
  // Summed in sorted order, so that permuting the processors does not change the sum.
  double sum = 0;
  for (const Speed& speed : sorted) sum += speed.value;
  frame.processor.resize(p);
  frame.weights.resize(p);
  frame.prefix.resize(p + 1);
  double running = 0;
  for (std::size_t k = 0; k < p; ++k) {
    running += sorted[k].value;
    frame.processor[k] = sorted[k].processor;
    frame.weights[k] = sorted[k].value / sum;
    frame.prefix[k + 1] = running / sum;
  }
  return frame;
}

AreaBound::AreaBound(const Frame& frame) : frame_(&frame), roots_{0} {
  roots_.reserve(frame.size() + 1);
  for (const double weight : frame.weights)
    roots_.push_back(roots_.back() + 2 * std::sqrt(weight * (frame.m * frame.n)));
}

double AreaBound::operator()(std::size_t first, std::size_t last, double width, double length) const {
  const double area = frame_->m * frame_->n;
  const double side = std::min(width, length);
  const auto begin = frame_->weights.begin();
  const auto square =
      std::partition_point(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last),
                           [=](double weight) { return weight * area > side * side; });
  const auto spanning = static_cast<std::size_t>(square - begin);
  double half_perimeters = roots_[last] - roots_[spanning];
  if (spanning > first)
    half_perimeters += static_cast<double>(spanning - first) * side + frame_->share(first, spanning) * area / side;
  return std::max(side, half_perimeters - width - length);
}

Decomposition undivided(const Frame& frame) {
  Decomposition decomposition;
  decomposition.extent = frame.rows_along_x ? Extent{frame.n, frame.m} : Extent{frame.m, frame.n};
  decomposition.parts.resize(frame.size());
  return decomposition;
}

Decomposition to_decomposition(const Frame& frame, const std::vector<Box>& boxes,
                               const std::vector<FurtherBox>& further) {
  Decomposition decomposition = undivided(frame);
  for (std::size_t k = 0; k < boxes.size(); ++k) decomposition.parts[frame.processor[k]] = frame.rect(boxes[k]);
  for (const FurtherBox& each : further)
    decomposition.further.push_back({frame.processor[each.item], frame.rect(each.box)});
  std::ranges::stable_sort(decomposition.further, {}, &FurtherRect::processor);
  return decomposition;
}

RectangleSolution layout_solution(const Frame& frame, const Layout& layout) {
  return {.decomposition = to_decomposition(frame, layout.boxes, layout.further), .claimed_acost = layout.acost};
}

}  // namespace apportion

// Costs and boxes of column decompositions.
#include "algorithms/rectangles/columns.hpp"

#include <cmath>
#include <numeric>
#include <utility>

namespace apportion {
namespace {

template <class Visit>
void for_each_box(const Frame& frame, const Columns& columns, Visit visit) {
  const double length = columns.transposed ? frame.n : frame.m;
  const double other_side = columns.transposed ? frame.m : frame.n;
  std::size_t first = 0;
  for (const std::size_t count : columns.counts) {
    const double position = other_side * frame.prefix[first];
    const double share = frame.share(first, first + count);
    const double width = other_side * share;
    // Weights below the rounding of the prefix sums make an empty column, which is divided evenly.
    const auto fraction = [&frame, share, count](std::size_t from, std::size_t to) {
      return share > 0 ? frame.share(from, to) / share : static_cast<double>(to - from) / static_cast<double>(count);
    };
    for (std::size_t item = first; item < first + count; ++item) {
      const double along = length * fraction(first, item);
      const double height = length * fraction(item, item + 1);
      visit(item, columns.transposed ? Box{along, position, height, width} : Box{position, along, width, height});
    }
    first += count;
  }
}

}  // namespace

AcostCoefficients acost_coefficients(const Frame& frame, const std::vector<std::size_t>& counts) {
  AcostCoefficients coefficients{static_cast<double>(counts.size()) - 1, 0};
  std::size_t first = 0;
  for (const std::size_t count : counts) {
    coefficients.across += static_cast<double>(count - 1) * frame.share(first, first + count);
    first += count;
  }
  return coefficients;
}

std::int64_t shared_dividers(const Frame& frame, std::size_t left_first, std::size_t left, std::size_t right_first,
                             std::size_t right, double tolerance) {
  const double* left_prefix = frame.prefix.data() + left_first;
  const double* right_prefix = frame.prefix.data() + right_first;
  const double left_share = left_prefix[left] - left_prefix[0];
  const double right_share = right_prefix[right] - right_prefix[0];
  // Compares after multiplication with both shares, which saves two divisions per divider.
  const double within = tolerance * left_share * right_share;
  std::int64_t shared = 0;
  for (std::size_t i = 1, j = 1; i < left && j < right;) {
    const double difference = (left_prefix[i] - left_prefix[0]) * right_share -  //
                              (right_prefix[j] - right_prefix[0]) * left_share;
    const bool meet = std::abs(difference) <= within;
    shared += meet ? 1 : 0;
    const bool left_is_next = difference < 0;
    i += meet || left_is_next ? 1 : 0;
    j += meet || !left_is_next ? 1 : 0;
  }
  return shared;
}

double divider_tolerance(const Frame& frame, bool transposed) {
  return frame.tolerance() / (transposed ? frame.n : frame.m);
}

double columns_acost(const Frame& frame, const Columns& columns) {
  const AcostCoefficients coefficients = acost_coefficients(frame, columns.counts);
  return columns.transposed ? coefficients.acost(frame.n, frame.m) : coefficients.acost(frame.m, frame.n);
}

std::int64_t columns_edges(const Frame& frame, const Columns& columns) {
  const double tolerance = divider_tolerance(frame, columns.transposed);
  const std::vector<std::size_t>& counts = columns.counts;
  std::vector<std::size_t> first(counts.size(), 0);
  std::exclusive_scan(counts.begin(), counts.end(), first.begin(), std::size_t{0});
  std::int64_t edges = static_cast<std::int64_t>(frame.size()) - 1;
  for (std::size_t i = 0; i + 1 < counts.size(); ++i) {
    const std::size_t a = columns.order.empty() ? i : columns.order[i];
    const std::size_t b = columns.order.empty() ? i + 1 : columns.order[i + 1];
    edges += static_cast<std::int64_t>(counts[a] + counts[b]) - 2 -
             shared_dividers(frame, first[a], counts[a], first[b], counts[b], tolerance);
  }
  return edges;
}

std::vector<Box> columns_boxes(const Frame& frame, const Columns& columns) {
  std::vector<Box> boxes(frame.size());
  for_each_box(frame, columns, [&boxes](std::size_t item, const Box& box) { boxes[item] = box; });
  return boxes;
}

RectangleSolution columns_solution(const Frame& frame, const Columns& columns) {
  // Writes boxes straight to their places: a list would double the time at a million processors.
  Decomposition decomposition = undivided(frame);
  for_each_box(frame, columns,
               [&](std::size_t item, const Box& box) { decomposition.parts[frame.processor[item]] = frame.rect(box); });
  return {std::move(decomposition), columns_acost(frame, columns), columns_edges(frame, columns)};
}

}  // namespace apportion

// The programme without latency: f(j) = min over i < j of f(i) + m + (j - i - 1) n (S_j - S_i), f(0) = -m, with S the
// prefix sums of the weights; the same with m and n exchanged for the transposed decompositions.
//
// A column [i, j) costs m and its dividers (j - i - 1) n (S_j - S_i), a product of two measures of the interval, which
// satisfies the condition of ColumnsQueue.
#include "algorithms/rectangles/xy2_programme.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "algorithms/rectangles/columns_queue.hpp"
#include "algorithms/rectangles/xy2_latency_programme.hpp"

namespace apportion {
namespace {

struct Programme {
  const Frame& frame;
  double length;  // of the columns
  double other_side;

  [[nodiscard]] double column_cost(std::size_t first, std::size_t last) const {
    return length + static_cast<double>(last - first - 1) * other_side * frame.share(first, last);
  }
};

Programme programme(const Frame& frame, bool transposed) {
  return transposed ? Programme{frame, frame.n, frame.m} : Programme{frame, frame.m, frame.n};
}

struct Solved {
  std::vector<std::size_t> counts;
  double acost = 0;
};

std::vector<std::size_t> counts_from_starts(const std::vector<std::size_t>& start_of_last_column) {
  std::vector<std::size_t> counts;
  for (std::size_t last = start_of_last_column.size() - 1; last > 0; last = start_of_last_column[last])
    counts.push_back(last - start_of_last_column[last]);
  std::ranges::reverse(counts);
  return counts;
}

// Least Acost in O(p log p).
Solved solve_by_queue(const Programme& programme) {
  const std::size_t p = programme.frame.size();
  std::vector<double> best(p + 1);
  std::vector<std::size_t> start(p + 1);
  best[0] = -programme.length;
  ColumnsQueue().solve(p, best, best, start, [&programme](std::size_t first, std::size_t last) {
    return programme.column_cost(first, last);
  });
  return {counts_from_starts(start), best[p]};
}

// A column that belongs to some decomposition of least Acost.
struct TightColumn {
  std::size_t first;
  std::size_t last;
  std::int64_t dividers = 0;  // internal points of the best nondecreasing chain of tight columns that ends in this one
  std::size_t previous = none;

  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  static constexpr std::int64_t unreached = std::numeric_limits<std::int64_t>::max();
  [[nodiscard]] std::size_t count() const { return last - first; }
};

// All tight columns, ordered by their first items, and the least Acost. O(p^2).
std::pair<std::vector<TightColumn>, double> tight_columns(const Programme& programme) {
  const std::size_t p = programme.frame.size();
  std::vector<double> before(p + 1, std::numeric_limits<double>::infinity());
  std::vector<double> after(p + 1, std::numeric_limits<double>::infinity());
  before[0] = -programme.length;
  after[p] = 0;
  for (std::size_t last = 1; last <= p; ++last)
    for (std::size_t first = 0; first < last; ++first)
      before[last] = std::min(before[last], before[first] + programme.column_cost(first, last));
  for (std::size_t first = p; first-- > 0;)
    for (std::size_t last = first + 1; last <= p; ++last)
      after[first] = std::min(after[first], programme.column_cost(first, last) + after[last]);
  const double at_most = before[p] + programme.frame.tolerance();
  std::vector<TightColumn> columns;
  for (std::size_t first = 0; first < p; ++first) {
    if (before[first] + after[first] > at_most) continue;
    for (std::size_t last = first + 1; last <= p; ++last)
      if (before[first] + programme.column_cost(first, last) + after[last] <= at_most) columns.push_back({first, last});
  }
  return {std::move(columns), before[p]};
}

// Least Acost and, among its decompositions with nondecreasing counts, fewest edges. By Theorem 1 sorting the counts
// does not raise Acost, so that there is one.
Solved solve_with_fewest_edges(const Programme& programme, double tolerance) {
  std::pair<std::vector<TightColumn>, double> tight = tight_columns(programme);
  std::vector<TightColumn>& columns = tight.first;
  const std::size_t p = programme.frame.size();
  std::vector<std::vector<std::size_t>> ending_at(p + 1);
  for (std::size_t index = 0; index < columns.size(); ++index) {
    TightColumn& column = columns[index];
    if (column.first > 0) column.dividers = TightColumn::unreached;
    for (const std::size_t previous : ending_at[column.first]) {
      const std::size_t left = columns[previous].count();
      if (left > column.count()) continue;
      const std::int64_t dividers = columns[previous].dividers + static_cast<std::int64_t>(left + column.count() - 2) -
                                    shared_dividers(programme.frame, column.first, left, column.count(), tolerance);
      if (dividers >= column.dividers) continue;
      column.dividers = dividers;
      column.previous = previous;
    }
    if (column.dividers != TightColumn::unreached) ending_at[column.last].push_back(index);
  }
  const auto fewer = [&columns](std::size_t a, std::size_t b) { return columns[a].dividers < columns[b].dividers; };
  Solved solved{{}, tight.second};
  for (std::size_t index = *std::ranges::min_element(ending_at[p], fewer); index != TightColumn::none;
       index = columns[index].previous)
    solved.counts.push_back(columns[index].count());
  std::ranges::reverse(solved.counts);
  return solved;
}

Columns cheapest_without_latency(const Frame& frame) {
  const bool count_edges = frame.size() <= largest_p_with_fewest_edges;
  const auto solve = [&](bool transposed) {
    return count_edges ? solve_with_fewest_edges(programme(frame, transposed), divider_tolerance(frame, transposed))
                       : solve_by_queue(programme(frame, transposed));
  };
  Solved plain = solve(false);
  // On a square the transposed decompositions cost the same.
  if (frame.m == frame.n) return {std::move(plain.counts), false};
  Solved turned = solve(true);
  Columns best{std::move(plain.counts), false};
  Columns rival{std::move(turned.counts), true};
  // Edges settle ties only, and cost O(p) to count.
  if (turned.acost > plain.acost + frame.tolerance()) return best;
  if (turned.acost < plain.acost - frame.tolerance()) return rival;
  return count_edges && columns_edges(frame, rival) < columns_edges(frame, best) ? rival : best;
}

}  // namespace

std::string_view polynomial_algorithm(const Frame& frame) {
  return frame.latency > 0 && frame.size() > largest_p_with_latency ? "RecursiveBisection2" : "XY2";
}

Columns cheapest_columns(const Frame& frame) {
  return frame.latency > 0 ? cheapest_with_latency(frame) : cheapest_without_latency(frame);
}

}  // namespace apportion

// Column decompositions (the paper's XY decompositions): an array cut into columns, each column into items from top to
// bottom, described by the number of items in each column; and dynamic programming over them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/rectangles/frame.hpp"

namespace apportion {

/// An XY decomposition of a frame: the first counts[0] items form the first column, the next counts[1] the second, and
/// so on (Kaddoura et al., Section 4). `transposed`: the same counts with m and n exchanged, so that the "columns" are
/// strips along x (Section 4, Lemma 3).
struct Columns {
  std::vector<std::size_t> counts;
  bool transposed = false;
  std::vector<std::size_t> order = {};  ///< the columns from left to right; empty: as they are numbered
};

/// Acost = along * m + across * n for a decomposition, along * n + across * m for its transpose (Section 4, Theorem 1
/// and Lemma 3): along = columns - 1, across = sum over columns of (count - 1) x the column's share of the weight.
struct AcostCoefficients {
  double along = 0;
  double across = 0;

  [[nodiscard]] double acost(double column_length, double other_side) const {
    return along * column_length + across * other_side;
  }
};

[[nodiscard]] AcostCoefficients acost_coefficients(const Frame& frame, const std::vector<std::size_t>& counts);

/// The number of common end points of the dividers of two adjacent columns, with the items [left_first, left_first +
/// left) and [right_first, right_first + right). Divider positions are fractions of the columns' common length; they
/// are equal if they differ by at most `tolerance`. O(left + right).
[[nodiscard]] std::int64_t shared_dividers(const Frame& frame, std::size_t left_first, std::size_t left,
                                           std::size_t right_first, std::size_t right, double tolerance);

/// The tolerance of shared_dividers(): frame.tolerance() as a fraction of the columns' length.
[[nodiscard]] double divider_tolerance(const Frame& frame, bool transposed);

/// Acost by the formula, O(columns).
[[nodiscard]] double columns_acost(const Frame& frame, const Columns& columns);

/// Internal edges by the formula: p - 1 + sum over adjacent columns of the dividers of both, common end points counted
/// once (Section 5). O(p).
[[nodiscard]] std::int64_t columns_edges(const Frame& frame, const Columns& columns);

/// The boxes, one per item; of columns as they are numbered.
[[nodiscard]] std::vector<Box> columns_boxes(const Frame& frame, const Columns& columns);

/// The answer with these columns as they are numbered; costs by the formulas.
[[nodiscard]] RectangleSolution columns_solution(const Frame& frame, const Columns& columns);

/// The costs by which candidates are compared.
struct CandidateCost {
  double total = 0;
  std::int64_t edges = 0;
};

/// The papers' choice: least Acost + latency x edges, ties (within `tolerance`) to fewer edges.
[[nodiscard]] inline bool is_cheaper(const CandidateCost& candidate, const CandidateCost& best, double tolerance) {
  if (candidate.total < best.total - tolerance) return true;
  return candidate.total <= best.total + tolerance && candidate.edges < best.edges;
}

/// The best last columns of the first 1, 2, ... items, for column costs with
///   cost(a, c) + cost(b, d) <= cost(a, d) + cost(b, c)  for a < b < c < d,
/// the "concave" Monge condition of Galil and Park, A linear-time algorithm for concave one-dimensional dynamic
/// programming (Inf. Proc. Letters 1990): once a later start is better, it remains better. A column's length plus the
/// product of its number of items and their weight, or any linear function of these, satisfies it.
class ColumnsQueue {
 public:
  /// best[j] = min over i < j of before[i] + column_cost(i, j), and start[j] = the minimising i, for j = 1 to count;
  /// `before` may be `best` itself. Both have count + 1 elements at least. O(count log count).
  template <class ColumnCost>
  void solve(std::size_t count, const std::vector<double>& before, std::vector<double>& best,
             std::vector<std::size_t>& start, ColumnCost column_cost) {
    const auto cost = [&](std::size_t first, std::size_t last) { return before[first] + column_cost(first, last); };
    queue_.assign(1, {0, 1});
    std::size_t head = 0;
    for (std::size_t j = 1; j <= count; ++j) {
      // Drops many entries before the head at once, so that the queue stays in the cache.
      if (head >= most_left_behind) {
        queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(head));
        head = 0;
      }
      while (head + 1 < queue_.size() && queue_[head + 1].from <= j) ++head;
      start[j] = queue_[head].first;
      best[j] = cost(start[j], j);
      while (queue_.back().from > j && cost(j, queue_.back().from) < cost(queue_.back().first, queue_.back().from))
        queue_.pop_back();
      const Candidate rival = queue_.back();
      const std::size_t from = first_better(std::max(rival.from, j), count,
                                            [&](std::size_t last) { return cost(j, last) < cost(rival.first, last); });
      if (from <= count) queue_.push_back({j, from});
    }
  }

 private:
  static constexpr std::size_t most_left_behind = 1 << 14;

  // A start of the last column; the best one for ends from `from` up to the next candidate's.
  struct Candidate {
    std::size_t first;
    std::size_t from;
  };

  // The least `last` in (low, count] with is_better(last), which is monotone; count + 1 if there is no such `last`.
  // Steps double from `low`: the answer is usually near.
  template <class Predicate>
  static std::size_t first_better(std::size_t low, std::size_t count, Predicate is_better) {
    std::size_t step = 1;
    while (low + step <= count && !is_better(low + step)) {
      low += step;
      step *= 2;
    }
    std::size_t high = std::min(low + step, count + 1);
    while (high - low > 1) {
      const std::size_t middle = low + (high - low) / 2;
      (is_better(middle) ? high : low) = middle;
    }
    return high;
  }

  std::vector<Candidate> queue_;
};

}  // namespace apportion

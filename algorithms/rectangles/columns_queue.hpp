// The dynamic programme over columns of sorted items, by a queue of candidates.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace apportion {

/// The best last columns of the first 1, 2, ... items, for column costs with
///   cost(a, c) + cost(b, d) <= cost(a, d) + cost(b, c)  for a < b < c < d,
/// the "concave" Monge condition of Galil and Park, A linear-time algorithm for concave one-dimensional dynamic
/// programming (Inf. Proc. Letters 1990): once a later start is the better one, it stays so. A column's length plus the
/// product of its number of items and their weight, or any linear function of these, satisfies it.
class ColumnsQueue {
 public:
  /// best[j] = min over i < j of before[i] + column_cost(i, j), and start[j] = the i that gives it, for j = 1 to count;
  /// `before` may be `best` itself. Both have count + 1 elements at least. O(count log count).
  template <class ColumnCost>
  void solve(std::size_t count, const std::vector<double>& before, std::vector<double>& best,
             std::vector<std::size_t>& start, ColumnCost column_cost) {
    const auto cost = [&](std::size_t first, std::size_t last) { return before[first] + column_cost(first, last); };
    queue_.assign(1, {0, 1});
    std::size_t head = 0;
    for (std::size_t j = 1; j <= count; ++j) {
      // Entries before the head are dropped in large numbers at a time, so that the queue stays in the cache.
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

  // A start of the last column, the best for ends from `from` up to the next candidate's.
  struct Candidate {
    std::size_t first;
    std::size_t from;
  };

  // The least `last` in (low, count] for which is_better(last), which stays true once it is; count + 1 if there is
  // none. Steps double from `low`: the answer is usually near.
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

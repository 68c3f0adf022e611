// The programme with latency L over nondecreasing column counts: the cheapest decomposition of the first j items whose
// last column has c of them costs
//   f(j, c) = min over d <= c of f(j - c, d) + m + (c - 1) n (S_j - S_{j-c}) + L (c + d - 2 - shared(j, c, d)),
//   f(c, c) = (c - 1) n S_c,
// shared = dividers of the last two columns that meet, and the answer is min over c of f(p, c), plus L (p - 1).
#include "algorithms/rectangles/xy2_latency_programme.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "algorithms/rectangles/divider_marks.hpp"
#include "algorithms/rectangles/xy2_programme.hpp"
#include "base/error.hpp"

namespace apportion {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The cheapest way found to a last column of given end and count. `edges` leaves out the p - 1 of every decomposition.
struct State {
  CandidateCost cost{infinity, 0};
  std::size_t previous_count = 0;
};

class LatencyProgramme {
 public:
  LatencyProgramme(const Frame& frame, bool transposed)
      : frame_(frame),
        p_(frame.size()),
        length_(transposed ? frame.n : frame.m),
        other_side_(transposed ? frame.m : frame.n),
        tolerance_(divider_tolerance(frame, transposed)),
        bound_(p_ + 1, infinity),
        bound_count_(p_ + 1, 0) {
    compute_bounds();
  }

  // A candidate to start from: the counts that the bound would choose, in nondecreasing order.
  [[nodiscard]] std::vector<std::size_t> start() const {
    std::vector<std::size_t> counts;
    for (std::size_t first = 0; first < p_; first += bound_count_[first]) counts.push_back(bound_count_[first]);
    std::ranges::sort(counts);
    return counts;
  }

  // No decomposition costs less.
  [[nodiscard]] double lower_bound() const { return bound_[0] - length_; }

  [[nodiscard]] CandidateCost cost(const std::vector<std::size_t>& counts) const {
    CandidateCost cost{-length_, 0};
    std::size_t boundary = 0;
    std::size_t left = 0;
    for (const std::size_t count : counts) {
      cost.total += column_cost(boundary, count);
      if (left > 0)
        cost.edges +=
            static_cast<std::int64_t>(left + count - 2) - shared_dividers(frame_, boundary, left, count, tolerance_);
      boundary += count;
      left = count;
    }
    cost.total += frame_.latency * static_cast<double>(cost.edges);
    return cost;
  }

  // Lowers `best` to the cheapest decomposition and returns its counts; an empty list if none is cheaper.
  std::vector<std::size_t> solve(CandidateCost& best) {
    states_.assign((p_ + 1) * (p_ + 1), State{});
    DividerMarks marks(frame_, tolerance_);
    best_ = best;
    best_last_count_ = 0;
    for_each_next_count(0, 1, [this](std::size_t count) {
      reach(count, count, {column_cost(0, count) - length_, 0}, 0);
    });
    for (std::size_t j = 1; j < p_; ++j)
      for (std::size_t count = 1; count <= j; ++count)
        if (state(j, count).cost.total + bound_[j] <= best_.total + frame_.tolerance()) extend(j, count, marks);
    best = best_;
    return best_last_count_ == 0 ? std::vector<std::size_t>{} : counts();
  }

 private:
  State& state(std::size_t end, std::size_t count) { return states_[end * (p_ + 1) + count]; }

  [[nodiscard]] double column_cost(std::size_t first, std::size_t count) const {
    return length_ + static_cast<double>(count - 1) * other_side_ * frame_.share(first, first + count);
  }

  // bound_[j]: what the columns of items [j, p) cost at least. Two neighbouring columns with d <= c items share at most
  // d - 1 dividers, so that there are at least c - 1 between them.
  void compute_bounds() {
    bound_[p_] = 0;
    for (std::size_t first = p_; first-- > 0;)
      for (std::size_t count = 1; first + count <= p_; ++count) {
        const double latency = first == 0 ? 0 : frame_.latency * static_cast<double>(count - 1);
        const double cost = column_cost(first, count) + latency + bound_[first + count];
        if (cost >= bound_[first]) continue;
        bound_[first] = cost;
        bound_count_[first] = count;
      }
  }

  // The counts, at least `least`, that leave nothing or enough for another column of no fewer items.
  template <class Visit>
  void for_each_next_count(std::size_t end, std::size_t least, Visit visit) const {
    const std::size_t rest = p_ - end;
    for (std::size_t count = least; 2 * count <= rest; ++count) visit(count);
    visit(rest);
  }

  void extend(std::size_t j, std::size_t left, DividerMarks& marks) {
    const CandidateCost cost = state(j, left).cost;
    for_each_next_count(j, left, [&](std::size_t count) {
      CandidateCost next{cost.total + column_cost(j, count), cost.edges};
      const double least = next.total + frame_.latency * static_cast<double>(count - 1);
      const double known = std::min(state(j + count, count).cost.total, best_.total - bound_[j + count]);
      if (least > known + frame_.tolerance()) return;
      const std::int64_t shared =
          marks.can_meet(j - left, j, j + count) ? shared_dividers(frame_, j, left, count, tolerance_) : 0;
      const std::int64_t dividers = static_cast<std::int64_t>(left + count - 2) - shared;
      next.total += frame_.latency * static_cast<double>(dividers);
      next.edges += dividers;
      reach(j + count, count, next, left);
    });
  }

  void reach(std::size_t end, std::size_t count, const CandidateCost& cost, std::size_t previous_count) {
    State& reached = state(end, count);
    if (is_cheaper(cost, reached.cost, frame_.tolerance())) reached = {cost, previous_count};
    if (end == p_ && is_cheaper(cost, best_, frame_.tolerance())) {
      best_ = cost;
      best_last_count_ = count;
    }
  }

  std::vector<std::size_t> counts() {
    std::vector<std::size_t> counts;
    std::size_t end = p_;
    for (std::size_t count = best_last_count_; count > 0;) {
      counts.push_back(count);
      const std::size_t previous = state(end, count).previous_count;
      end -= count;
      count = previous;
    }
    std::ranges::reverse(counts);
    return counts;
  }

  const Frame& frame_;
  std::size_t p_;
  double length_;
  double other_side_;
  double tolerance_;
  std::vector<double> bound_;
  std::vector<std::size_t> bound_count_;
  std::vector<State> states_;
  CandidateCost best_;
  std::size_t best_last_count_ = 0;
};

}  // namespace

Columns cheapest_with_latency(const Frame& frame) {
  if (frame.size() > largest_p_with_latency)
    throw InputError(
        fmt::format("XY2 with latency takes at most {} processors, and there are {}; "
                    "RecursiveBisection2 takes any number, and so does XY2 without latency",
                    largest_p_with_latency, frame.size()));
  LatencyProgramme plain(frame, false);
  LatencyProgramme turned(frame, true);
  Columns best{plain.start(), false};
  CandidateCost cost = plain.cost(best.counts);
  if (std::vector<std::size_t> counts = plain.solve(cost); !counts.empty()) best.counts = std::move(counts);
  if (turned.lower_bound() > cost.total + frame.tolerance()) return best;
  if (std::vector<std::size_t> counts = turned.solve(cost); !counts.empty()) best = {std::move(counts), true};
  return best;
}

std::optional<Columns> columns_below(const Frame& frame, double total) {
  std::optional<Columns> found;
  // No edges: a tie is not won.
  CandidateCost cost{total - frame.latency * static_cast<double>(frame.size() - 1), 0};
  for (const bool transposed : {false, true}) {
    LatencyProgramme programme(frame, transposed);
    if (programme.lower_bound() > cost.total) continue;
    if (std::vector<std::size_t> counts = programme.solve(cost); !counts.empty())
      found = Columns{std::move(counts), transposed};
  }
  return found;
}

}  // namespace apportion

// COLUMNS: XY2 with latency, with the columns in the order that has the fewest neighbours.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "algorithms/rectangles/box_divisions.hpp"
#include "algorithms/rectangles/columns.hpp"
#include "algorithms/rectangles/xy2.hpp"

namespace apportion {
namespace {

// Comparing all columns with each other takes 2 p steps per column.
constexpr std::size_t most_comparisons = 4'000'000;

// Each reversal removes edges, so that the rounds end; this limits them for many columns.
constexpr int most_rounds = 100;

struct PricedOrder {
  Columns columns = {};
  double acost = 0;
  CandidateCost cost = {};
};

// The neighbours across the cut between any two columns, to compare orders of the columns.
class Neighbours {
 public:
  Neighbours(const Frame& frame, const Columns& columns) : count_(columns.counts.size()), pairs_(count_ * count_, 0) {
    const double tolerance = divider_tolerance(frame, columns.transposed);
    std::vector<std::size_t> first(count_, 0);
    std::exclusive_scan(columns.counts.begin(), columns.counts.end(), first.begin(), std::size_t{0});
    for (std::size_t a = 0; a < count_; ++a)
      for (std::size_t b = 0; b < a; ++b) {
        const std::size_t left = columns.counts[a];
        const std::size_t right = columns.counts[b];
        const std::int64_t pairs = static_cast<std::int64_t>(left + right) - 1 -
                                   shared_dividers(frame, first[a], left, first[b], right, tolerance);
        pairs_[a * count_ + b] = pairs;
        pairs_[b * count_ + a] = pairs;
      }
  }

  [[nodiscard]] std::int64_t pairs(std::size_t a, std::size_t b) const { return pairs_[a * count_ + b]; }

  // Reverses stretches of the order as long as that gains (2-opt). A stretch at an end has only one outer neighbour.
  void improve(std::vector<std::size_t>& order) const {
    bool gained = true;
    for (int round = 0; gained && round < most_rounds; ++round) {
      gained = false;
      for (std::size_t from = 0; from < order.size(); ++from)
        for (std::size_t to = from + 1; to < order.size(); ++to) {
          if (gain(order, from, to) <= 0) continue;
          std::reverse(order.begin() + static_cast<std::ptrdiff_t>(from),
                       order.begin() + static_cast<std::ptrdiff_t>(to + 1));
          gained = true;
        }
    }
  }

 private:
  [[nodiscard]] std::int64_t gain(const std::vector<std::size_t>& order, std::size_t from, std::size_t to) const {
    std::int64_t gain = 0;
    if (from > 0) gain += pairs(order[from - 1], order[from]) - pairs(order[from - 1], order[to]);
    if (to + 1 < order.size()) gain += pairs(order[to], order[to + 1]) - pairs(order[from], order[to + 1]);
    return gain;
  }

  std::size_t count_;
  std::vector<std::int64_t> pairs_;
};

PricedOrder priced(const Frame& frame, Columns columns) {
  PricedOrder candidate{.columns = std::move(columns)};
  candidate.acost = columns_acost(frame, candidate.columns);
  candidate.cost.edges = columns_edges(frame, candidate.columns);
  candidate.cost.total = candidate.acost + frame.latency * static_cast<double>(candidate.cost.edges);
  return candidate;
}

// Keeps the cheapest order found by reversals of some columns, beginning with the given order.
void offer(const Frame& frame, const Columns& columns, PricedOrder& best) {
  const auto take = [&](PricedOrder candidate) {
    if (best.columns.counts.empty() || is_cheaper(candidate.cost, best.cost, frame.tolerance()))
      best = std::move(candidate);
  };
  take(priced(frame, columns));
  if (!(frame.latency > 0) || 2 * frame.size() * columns.counts.size() > most_comparisons) return;
  Columns reordered = columns;
  Neighbours(frame, columns).improve(reordered.order);
  take(priced(frame, std::move(reordered)));
}

RectangleSolution solve_columns_any_order(const RectangleProblem& problem, const Options& /*options*/,
                                          RandomStream& /*stream*/) {
  const Frame frame = make_frame(problem);
  const Box whole{0, 0, frame.n, frame.m};
  PricedOrder best;
  if (!(frame.latency > 0) || frame.size() <= largest_p_with_latency) {
    Columns columns = cheapest_columns(frame);
    columns.order.resize(columns.counts.size());
    std::iota(columns.order.begin(), columns.order.end(), std::size_t{0});
    offer(frame, columns, best);
  }
  if (frame.latency > 0) offer(frame, BoxColumnsProgramme(frame).cheapest(whole, 0, frame.size()).columns, best);
  std::vector<Box> boxes(frame.size());
  place_columns(frame, whole, 0, best.columns, boxes);
  return {to_decomposition(frame, boxes), best.acost, best.cost.edges};
}

const Registration<RectangleAlgorithm> columns_any_order_registration{
    {.name = "COLUMNS",
     .source = "columns of Kaddoura, Ranka and Wang 1996, Section 4, in other orders than those of Theorem 1",
     .summary = "XY2's columns in any order: with latency, the columns with most processors go to the outside, "
                "where their dividers end at the boundary. Apart from ties it never costs more than XY2. "
                "It takes any number of processors.",
     .solve = solve_columns_any_order}};

}  // namespace
}  // namespace apportion

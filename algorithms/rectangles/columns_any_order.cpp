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

// Reverses stretches of the order as long as that removes pairs of neighbours across the cuts (2-opt). A stretch at an
// end has only one outer neighbour.
void reverse_stretches(const Frame& frame, Columns& columns) {
  const std::vector<std::size_t>& counts = columns.counts;
  const double tolerance = divider_tolerance(frame, columns.transposed);
  std::vector<std::size_t> first(counts.size(), 0);
  std::exclusive_scan(counts.begin(), counts.end(), first.begin(), std::size_t{0});
  std::vector<std::int64_t> table(counts.size() * counts.size(), 0);  // of pairs across the cut between two columns
  for (std::size_t a = 0; a < counts.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      table[a * counts.size() + b] = table[b * counts.size() + a] =
          static_cast<std::int64_t>(counts[a] + counts[b]) - 1 -
          shared_dividers(frame, first[a], counts[a], first[b], counts[b], tolerance);
  std::vector<std::size_t>& order = columns.order;
  const auto pairs = [&](std::size_t i, std::size_t j) { return table[order[i] * counts.size() + order[j]]; };
  bool gained = true;
  for (int round = 0; gained && round < most_rounds; ++round) {
    gained = false;
    for (std::size_t from = 0; from < order.size(); ++from)
      for (std::size_t to = from + 1; to < order.size(); ++to) {
        std::int64_t gain = 0;
        if (from > 0) gain += pairs(from - 1, from) - pairs(from - 1, to);
        if (to + 1 < order.size()) gain += pairs(to, to + 1) - pairs(from, to + 1);
        if (gain <= 0) continue;
        std::reverse(order.begin() + static_cast<std::ptrdiff_t>(from),
                     order.begin() + static_cast<std::ptrdiff_t>(to + 1));
        gained = true;
      }
  }
}

RectangleSolution solve_columns_any_order(const RectangleProblem& problem, const Options& /*options*/,
                                          RandomStream& /*stream*/) {
  const Frame frame = make_frame(problem);
  const Box whole{0, 0, frame.n, frame.m};
  std::vector<Columns> candidates;
  const auto add = [&](Columns columns) {
    candidates.push_back(columns);
    if (!(frame.latency > 0) || 2 * frame.size() * columns.counts.size() > most_comparisons) return;
    reverse_stretches(frame, columns);
    candidates.push_back(std::move(columns));
  };
  if (!(frame.latency > 0) || frame.size() <= largest_p_with_latency) {
    Columns columns = cheapest_columns(frame);
    columns.order.resize(columns.counts.size());
    std::iota(columns.order.begin(), columns.order.end(), std::size_t{0});
    add(std::move(columns));
  }
  if (frame.latency > 0) add(BoxColumnsProgramme(frame).cheapest(whole, 0, frame.size()).columns);
  const Columns* best = nullptr;
  CandidateCost least;
  for (const Columns& each : candidates) {
    CandidateCost cost{0, columns_edges(frame, each)};
    cost.total = columns_acost(frame, each) + frame.latency * static_cast<double>(cost.edges);
    if (best != nullptr && !is_cheaper(cost, least, frame.tolerance())) continue;
    best = &each;
    least = cost;
  }
  std::vector<Box> boxes(frame.size());
  place_columns(frame, whole, 0, *best, boxes);
  return {to_decomposition(frame, boxes), columns_acost(frame, *best), least.edges};
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

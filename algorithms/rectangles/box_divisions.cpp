// Columns in a box, and squares in the corners of a box with the L shapes around them.
#include "algorithms/rectangles/box_divisions.hpp"

#include <algorithm>
#include <numeric>

namespace apportion {
namespace {

// --- Columns in a box

double divided_by_share(double side, double share) {
  // Weights too small to move the prefix sums share an empty box, whose division does not matter.
  return share > 0 ? side / share : 0;
}

// The places of the columns, with the last columns outermost.
std::vector<std::size_t> outward_order(std::size_t columns, bool near_is_outer, bool far_is_outer) {
  std::vector<std::size_t> order(columns);
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (near_is_outer && !far_is_outer) std::ranges::reverse(order);
  if (near_is_outer && far_is_outer && columns > 1) std::rotate(order.begin(), order.end() - 2, order.end() - 1);
  return order;
}

}  // namespace

// The terms of the costs of columns in the box, or of rows, with both directions exchanged.
struct BoxColumnsProgramme::Terms {
  const double* prefix;  // from the first item on
  std::size_t count;     // number of items
  double cut;            // cost of a cut between two columns
  double per_share;      // length of a divider per unit of its column's share
  double latency;        // saving of a divider in a column at an end
  int outer_ends;        // ends of the row of columns on the boundary; 0 without latency

  // The cost of a column of items [i, j) and the cut before it, if no end of its dividers is on the boundary.
  [[nodiscard]] double column(std::size_t i, std::size_t j) const {
    return cut + static_cast<double>(j - i - 1) * per_share * (prefix[j] - prefix[i]);
  }
  [[nodiscard]] double outer_column(std::size_t i, std::size_t j) const {
    return column(i, j) - static_cast<double>(j - i - 1) * latency;
  }
};

BoxColumnsProgramme::BoxColumnsProgramme(const Frame& frame)
    : frame_(frame),
      best_(frame.size() + 1),
      best_outer_(frame.size() + 1),
      start_(frame.size() + 1),
      start_outer_(frame.size() + 1) {}

BoxColumnsProgramme::Terms BoxColumnsProgramme::terms(const Box& box, std::size_t first, std::size_t last,
                                                      bool transposed) const {
  const double length = transposed ? box.width : box.height;
  const double other_side = transposed ? box.height : box.width;
  const double per_share = divided_by_share(other_side, frame_.share(first, last));
  Terms terms{frame_.prefix.data() + first, last - first, length, per_share, frame_.latency, 0};
  if (frame_.latency > 0) {
    const OuterSides outer = outer_sides(frame_, box);
    terms.cut -= frame_.latency * outer.ends(!transposed);
    terms.outer_ends = static_cast<int>(outer.ends(transposed));
  }
  return terms;
}

// The columns at the ends of the row save latency, most if they have most items. For given counts the heaviest items
// belong into the columns with the fewest, wherever these are: the columns with the most items come last among the
// sorted items, and so the last one or two are at the ends.
double BoxColumnsProgramme::solve(const Terms& terms) {
  const std::size_t count = terms.count;
  best_[0] = -terms.cut;
  queue_.solve(count, best_, best_, start_, [&terms](std::size_t i, std::size_t j) { return terms.column(i, j); });
  last_start_ = start_[count];
  if (terms.outer_ends == 0) return best_[count];
  const bool both = terms.outer_ends == 2;
  if (both)
    queue_.solve(count, best_, best_outer_, start_outer_,
                 [&terms](std::size_t i, std::size_t j) { return terms.outer_column(i, j); });
  // A single column is at both ends.
  double least = terms.outer_column(0, count) - terms.cut;
  if (both) least -= static_cast<double>(count - 1) * terms.latency;
  last_start_ = 0;
  const std::vector<double>& before = both ? best_outer_ : best_;
  for (std::size_t i = 1; i < count; ++i) {
    const double cost = before[i] + terms.outer_column(i, count);
    if (cost >= least) continue;
    least = cost;
    last_start_ = i;
  }
  return least;
}

// The column counts that solve() found.
std::vector<std::size_t> BoxColumnsProgramme::counts(const Terms& terms) const {
  std::vector<std::size_t> counts{terms.count - last_start_};
  std::size_t last = last_start_;
  if (terms.outer_ends == 2 && last > 0) {
    counts.push_back(last - start_outer_[last]);
    last = start_outer_[last];
  }
  for (; last > 0; last = start_[last]) counts.push_back(last - start_[last]);
  std::ranges::reverse(counts);
  return counts;
}

double BoxColumnsProgramme::least_cost(const Box& box, std::size_t first, std::size_t last, bool transposed) {
  return solve(terms(box, first, last, transposed));
}

double BoxColumnsProgramme::least_cost(const Box& box, std::size_t first, std::size_t last) {
  if (last - first == 1) return 0;
  return std::min(least_cost(box, first, last, false), least_cost(box, first, last, true));
}

PricedColumns BoxColumnsProgramme::cheapest(const Box& box, std::size_t first, std::size_t last) {
  const Terms plain = terms(box, first, last, false);
  PricedColumns best{{}, solve(plain)};
  best.columns.counts = counts(plain);
  const Terms turned = terms(box, first, last, true);
  const double cost = solve(turned);
  if (cost < best.cost - frame_.tolerance()) best = {{counts(turned), true}, cost};
  Columns& columns = best.columns;
  const OuterSides outer = frame_.latency > 0 ? outer_sides(frame_, box) : OuterSides{};
  columns.order = outward_order(columns.counts.size(), (columns.transposed ? outer.top : outer.left) > 0,
                                (columns.transposed ? outer.bottom : outer.right) > 0);
  return best;
}

void BoxColumnsProgramme::prefix_costs(const Box& box, std::size_t first, std::size_t last, bool transposed,
                                       bool from_the_end, std::vector<double>& costs) {
  const Terms whole = terms(box, first, last, transposed);
  const std::size_t count = whole.count;
  costs.resize(count + 1);
  best_[0] = -whole.cut;
  if (!from_the_end) {
    queue_.solve(count, best_, best_, start_, [&whole](std::size_t i, std::size_t j) { return whole.column(i, j); });
    std::ranges::copy_n(best_.begin(), static_cast<std::ptrdiff_t>(count + 1), costs.begin());
    return;
  }
  queue_.solve(count, best_, best_, start_,
               [&](std::size_t i, std::size_t j) { return whole.column(count - j, count - i); });
  for (std::size_t j = 0; j <= count; ++j) costs[j] = best_[count - j];
}

double place_columns(const Frame& frame, const Box& box, std::size_t first, const Columns& columns,
                     std::vector<Box>& boxes) {
  const bool transposed = columns.transposed;
  const double length = transposed ? box.width : box.height;
  const double other_side = transposed ? box.height : box.width;
  std::vector<std::size_t> begin(columns.counts.size() + 1, first);
  std::partial_sum(columns.counts.begin(), columns.counts.end(), begin.begin() + 1);
  for (std::size_t column = 1; column < begin.size(); ++column) begin[column] += first;
  const double per_share = divided_by_share(other_side, frame.share(first, begin.back()));
  double acost = static_cast<double>(columns.counts.size() - 1) * length;
  double before = 0;
  for (const std::size_t column : columns.order) {
    const std::size_t from = begin[column];
    const std::size_t to = begin[column + 1];
    const double share = frame.share(from, to);
    const double position = per_share * before;
    const double width = per_share * share;
    const double length_per_share = divided_by_share(length, share);
    for (std::size_t item = from; item < to; ++item) {
      const double along = length_per_share * frame.share(from, item);
      const double part = length_per_share * frame.share(item, item + 1);
      boxes[item] = transposed ? Box{box.x + along, box.y + position, part, width}
                               : Box{box.x + position, box.y + along, width, part};
    }
    before += share;
    acost += static_cast<double>(to - from - 1) * width;
  }
  return acost;
}

// --- Corners

Box corner_square(const Frame& frame, const Box& box, double side) {
  const OuterSides outer = outer_sides(frame, box);
  const bool at_left = outer.left > outer.right;
  const bool at_top = outer.top > outer.bottom;
  return {at_left ? box.x : box.x + (box.width - side), at_top ? box.y : box.y + (box.height - side), side, side};
}

double corner_cost(const Frame& frame, const Box& box, const Box& square) {
  const double length = square.width + square.height;
  if (!(frame.latency > 0)) return length;
  // The border ends on the sides that the square shares with the box.
  const OuterSides outer = outer_sides(frame, box);
  const double ends = (square.x > box.x ? outer.right : outer.left) + (square.y > box.y ? outer.bottom : outer.top);
  return length - frame.latency * ends;
}

void place_around(Layout& layout, std::size_t item, const Box& box, const Box& square) {
  const bool at_left = square.x <= box.x;
  const bool at_top = square.y <= box.y;
  const double beside = box.width - square.width;
  const double above = box.height - square.height;
  const bool takes_height = beside * box.height >= above * box.width;
  const double x = at_left ? box.x + square.width : box.x;
  const double y = at_top ? box.y + square.height : box.y;
  // The larger rectangle takes the full height or width of the box, the other one that of the square.
  const Box larger = takes_height ? Box{x, box.y, beside, box.height} : Box{box.x, y, box.width, above};
  const Box smaller = takes_height ? Box{square.x, y, square.width, above} : Box{x, square.y, beside, square.height};
  layout.boxes[item] = larger;
  layout.further.push_back({item, smaller});
  layout.acost += square.width + square.height;
}

}  // namespace apportion

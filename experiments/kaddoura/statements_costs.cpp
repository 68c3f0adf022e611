// Checks of costs: perimeters, Acost and Bcost (Sections 2 and 3), two to four partitions (Section 3, Figures 4 to 9),
// and internal edges (Section 5).
#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "experiments/kaddoura/lemmas.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion::kaddoura {
namespace {

// --- Perimeters, Acost and Bcost of the same decomposition (Sections 2 and 3)

// The part that contains the point.
std::size_t owner(const Decomposition& decomposition, double row, double column) {
  const auto has = [&](const Rect& part) {
    return part.row < row && row < part.row_end() && part.column < column && column < part.column_end();
  };
  return static_cast<std::size_t>(std::ranges::find_if(decomposition.parts, has) - decomposition.parts.begin());
}

// The length of the inner boundary, counted cell by cell.
double counted_boundary(const Decomposition& decomposition) {
  double length = 0;
  for (double row = 0.5; row < decomposition.extent.rows; ++row)
    for (double column = 0.5; column < decomposition.extent.columns; ++column) {
      const std::size_t here = owner(decomposition, row, column);
      const bool below = row + 1 < decomposition.extent.rows;
      const bool right = column + 1 < decomposition.extent.columns;
      if (below && owner(decomposition, row + 1, column) != here) ++length;
      if (right && owner(decomposition, row, column + 1) != here) ++length;
    }
  return length;
}

bool perimeters(const Decomposition& each) {
  double perimeters = 0;
  for (const Rect& part : each.parts) perimeters += 2 * part.half_perimeter();
  const double boundary = counted_boundary(each);
  return equal(perimeters, 2 * boundary + 2 * each.extent.half_perimeter()) && equal(boundary, acost(each));
}

double difference(const Decomposition& each) { return bcost(each) - acost(each); }

bool whole_perimeter(const Decomposition& each) { return equal(difference(each), 2 * each.extent.half_perimeter()); }

bool spans(const Rect& part, const Extent& extent) {
  return equal(part.rows, extent.rows) || equal(part.columns, extent.columns);
}

bool half_perimeter(const Decomposition& each) {
  const bool any_spans = std::ranges::any_of(each.parts, [&](const Rect& part) { return spans(part, each.extent); });
  return equal(difference(each), each.extent.half_perimeter()) == !any_spans;
}

bool half_perimeter_of_most(const Decomposition& each) { return equal(difference(each), each.extent.half_perimeter()); }

CheckedCases half_perimeter_of_columns(const LemmaBounds& /*bounds*/) {
  constexpr std::size_t most = 12;
  CheckedCases cases{.bound = most};
  for (std::size_t p = 2; p <= most; ++p)
    for_each_composition(p, [&](const Counts& counts) {
      const Decomposition each = in_columns({1, 1}, Weights(p, 1.0), counts);
      cases.add(equal(difference(each), 2), {static_cast<std::int64_t>(p)});
    });
  return cases;
}

CheckedCases half_perimeter_of_chosen(const LemmaBounds& bounds, RandomStream& stream,
                                      const std::vector<std::int64_t>& processors) {
  CheckedCases cases{.bound = bounds.draws};
  const auto xy2 = RectangleRegistry::instance().choose("XY2");
  boost::random::uniform_int_distribution<std::size_t> any(0, processors.size() - 1);
  for (std::int64_t draw = 0; draw < bounds.draws; ++draw) {
    const WholeCase given = drawn_case(static_cast<std::size_t>(processors.at(any(stream))), stream);
    const Decomposition found = xy2.solve({given.extent, {given.weights, {}}, 0}, stream).decomposition;
    cases.add(equal(difference(found), given.extent.half_perimeter()), given.sizes);
  }
  return cases;
}

CheckedCases one_is_good_for_both(const LemmaBounds& bounds, RandomStream& stream) {
  return for_drawn_cases(bounds, 4, 5, stream, [](const WholeCase& given) {
    double least_a = std::numeric_limits<double>::infinity();
    double least_b = least_a;
    double b_of_best = 0;
    for_each_slicing(given.extent, given.weights, [&](const Decomposition& each) {
      const double a = acost(each);
      const double b = bcost(each);
      if (a < least_a) b_of_best = b;
      least_a = std::min(least_a, a);
      least_b = std::min(least_b, b);
    });
    return b_of_best <= within() * least_b;
  });
}

// The mean over the parts; 1 for squares.
double mean_squareness(const Decomposition& decomposition) {
  double sum = 0;
  for (const Rect& part : decomposition.parts)
    sum += std::min(part.rows, part.columns) / std::max(part.rows, part.columns);
  return sum / static_cast<double>(decomposition.parts.size());
}

CheckedCases best_is_squarer(const LemmaBounds& bounds, RandomStream& stream) {
  return for_drawn_cases(bounds, 4, 5, stream, [](const WholeCase& given) {
    double least = std::numeric_limits<double>::infinity();
    double of_best = 0;
    double sum = 0;
    double number = 0;
    for_each_slicing(given.extent, given.weights, [&](const Decomposition& each) {
      const double cost = acost(each);
      const double squareness = mean_squareness(each);
      if (cost < least) of_best = squareness;
      least = std::min(least, cost);
      sum += squareness;
      ++number;
    });
    return of_best > sum / number;
  });
}

CheckedCases xy_is_good(const LemmaBounds& bounds, RandomStream& stream) {
  return for_drawn_cases(bounds, 4, 5, stream, [](const WholeCase& given) {
    double least = std::numeric_limits<double>::infinity();
    for_each_slicing(given.extent, given.weights,
                     [&](const Decomposition& each) { least = std::min(least, acost(each)); });
    return least_in_columns(given.extent, given.weights) <= within() * least;
  });
}

// --- Two, three and four partitions (Section 3, Figures 4 to 9): formulas and thresholds

using Shares = std::vector<double>;

// Shares by the paper's numbers: [1] is that of the heaviest part.
Shares shares_of(const WholeCase& given) {
  double whole = 0;
  for (const double weight : given.weights) whole += weight;
  Shares shares = {0};
  for (const double weight : given.weights) shares.push_back(weight / whole);
  return shares;
}

struct Costs {
  double a = 0;
  double b = 0;
};

Costs costs_of(const Decomposition& decomposition) { return {acost(decomposition), bcost(decomposition)}; }

bool agree(const Costs& found, const Costs& formula) { return equal(found.a, formula.a) && equal(found.b, formula.b); }

engine::CasesUpTo<LemmaBounds> for_all(std::size_t p,
                                       bool (*check)(double m, double n, const Shares& s, const WholeCase& given)) {
  return [p, check](const LemmaBounds& bounds) {
    CheckedCases cases{.bound = bounds.side};
    for_each_case(bounds, p, [&](const WholeCase& given) {
      cases.add(check(given.extent.rows, given.extent.columns, shares_of(given), given), given.sizes);
    });
    return cases;
  };
}

bool figure5(double m, double n, const Shares& /*a*/, const WholeCase& given) {
  const WholeCase& g = given;
  const Weights exchanged = {g.weights[1], g.weights[0]};
  const Costs a = costs_of(in_columns(g.extent, g.weights, {1, 1}));
  const Costs b = costs_of(in_rows(g.extent, g.weights, {1, 1}));
  const Costs c = costs_of(in_columns(g.extent, exchanged, {1, 1}));
  const Costs d = costs_of(in_rows(g.extent, exchanged, {1, 1}));
  return agree(a, {m, 2 * m}) && agree(b, {n, 2 * n}) && agree(c, a) && agree(d, b);
}

bool figure5_order(double /*m*/, double /*n*/, const Shares& /*a*/, const WholeCase& given) {
  const Costs a = costs_of(in_columns(given.extent, given.weights, {1, 1}));
  const Costs b = costs_of(in_rows(given.extent, given.weights, {1, 1}));
  return at_most(a.a, b.a) && at_most(a.b, b.b);
}

// Checks the shape of Figure 4, too; its n' is the width of the divided column.
bool figure6(double m, double n, const Shares& s, const WholeCase& given) {
  const double rest = s[2] + s[3];
  return agree(costs_of(in_columns(given.extent, given.weights, {1, 2})), {m + n * rest, 2 * m + 2 * n * rest}) &&
         agree(costs_of(in_rows(given.extent, given.weights, {1, 2})), {n + m * rest, 2 * n + 2 * m * rest}) &&
         agree(costs_of(in_columns(given.extent, given.weights, {1, 1, 1})), {2 * m, 3 * m});
}

bool figure4(double m, double n, const Shares& s, const WholeCase& given) {
  const double divided = n * (s[2] + s[3]);
  return agree(costs_of(in_columns(given.extent, given.weights, {1, 2})), {m + divided, 2 * m + 2 * divided});
}

// Whether no order of the weights, in columns or rows, costs less than the given columns.
bool no_order_is_better(const WholeCase& given, const Counts& counts, bool rotate) {
  const Costs as_drawn = costs_of(in_columns(given.extent, given.weights, counts));
  Weights weights = given.weights;
  std::ranges::sort(weights);
  bool better = false;
  do {
    const Costs other =
        costs_of(rotate ? in_rows(given.extent, weights, counts) : in_columns(given.extent, weights, counts));
    better = better || !at_most(as_drawn.a, other.a) || !at_most(as_drawn.b, other.b);
  } while (std::ranges::next_permutation(weights).found);
  return !better;
}

bool figure6_order(double /*m*/, double /*n*/, const Shares& /*s*/, const WholeCase& given) {
  return no_order_is_better(given, {1, 2}, false);
}

bool figure6_rotated(double /*m*/, double /*n*/, const Shares& /*s*/, const WholeCase& given) {
  return no_order_is_better(given, {1, 2}, true) && no_order_is_better(given, {1, 1, 1}, true);
}

bool figure6_threshold(double m, double n, const Shares& s, const WholeCase& given) {
  const double divided = acost(in_columns(given.extent, given.weights, {1, 2}));
  const double strips = acost(in_columns(given.extent, given.weights, {1, 1, 1}));
  return at_most(n * (s[2] + s[3]), m) == at_most(divided, strips);
}

// The member `cost` is Acost or Bcost.
template <double Costs::*cost>
bool best_of_three(double /*m*/, double /*n*/, const Shares& /*s*/, const WholeCase& given) {
  double least = std::numeric_limits<double>::infinity();
  for_each_slicing(given.extent, given.weights,
                   [&](const Decomposition& each) { least = std::min(least, costs_of(each).*cost); });
  return equal(least, std::min(costs_of(in_columns(given.extent, given.weights, {1, 2})).*cost,
                               costs_of(in_columns(given.extent, given.weights, {1, 1, 1})).*cost));
}

bool figure7(double m, double n, const Shares& s, const WholeCase& given) {
  const auto columns = [&](const Counts& counts) { return costs_of(in_columns(given.extent, given.weights, counts)); };
  const double last = n * (s[3] + s[4]);
  const double rest = n * (s[2] + s[3] + s[4]);
  return agree(columns({1, 1, 1, 1}), {3 * m, 4 * m}) && agree(columns({1, 1, 2}), {2 * m + last, 3 * m + 2 * last}) &&
         agree(columns({1, 3}), {m + 2 * rest, 2 * m + 3 * rest}) && agree(columns({2, 2}), {m + n, 2 * m + 2 * n});
}

// Figure 7 (c) with a1 and a2 exchanged, as the text has it.
bool figure7_text(double m, double n, const Shares& s, const WholeCase& given) {
  const Weights exchanged = {given.weights[1], given.weights[0], given.weights[2], given.weights[3]};
  return equal(acost(in_columns(given.extent, exchanged, {1, 3})), m + 3 * n * (s[1] + s[3] + s[4]));
}

bool figure7_order(double /*m*/, double /*n*/, const Shares& /*s*/, const WholeCase& given) {
  const std::vector<Counts> drawn = {{1, 1, 1, 1}, {1, 1, 2}, {1, 3}, {2, 2}};
  return std::ranges::all_of(drawn, [&](const Counts& counts) { return no_order_is_better(given, counts, false); });
}

bool figure8_costs(double m, double n, const Shares& s, const WholeCase& given) {
  const double rest = s[2] + s[3] + s[4];
  const double below = m * (s[3] + s[4]) / rest;
  return agree(costs_of(figure8(given.extent, given.weights)), {m + below + n * rest, 2 * m + below + 2 * n * rest});
}

template <double Costs::*cost, int times>
bool figure8_threshold(double m, double n, const Shares& s, const WholeCase& given) {
  const double with_rows = costs_of(figure8(given.extent, given.weights)).*cost;
  const double with_columns = costs_of(in_columns(given.extent, given.weights, {1, 1, 2})).*cost;
  return at_most(m, times * (s[2] + s[3] + s[4]) * n) == at_most(with_columns, with_rows);
}

// Compares the Acost of the rest in Figure 8 with all decompositions of the rest among three parts.
CheckedCases figure8_rest(const LemmaBounds& bounds) {
  CheckedCases cases{.bound = bounds.side};
  for_each_case(bounds, 4, [&](const WholeCase& given) {
    const std::vector<double> s = shares_of(given);
    const double m = given.extent.rows;
    const double length = given.extent.columns * (s[2] + s[3] + s[4]);
    if (at_most(m, length)) return;
    double least = std::numeric_limits<double>::infinity();
    for_each_slicing({m, length}, {s[2], s[3], s[4]},
                     [&](const Decomposition& each) { least = std::min(least, acost(each)); });
    cases.add(equal(acost(figure8(given.extent, given.weights)) - m, least), given.sizes);
  });
  return cases;
}

// --- Internal edges (Section 5): Euler's formula, and the effect of rearranging an XY decomposition

// ---- The planar graph of a division into cells, whose corners are whole numbers -------------------------------------

using Corner = std::pair<double, double>;  // row, column
using Edge = std::pair<Corner, Corner>;

template <class Value>
void sort_and_merge(std::vector<Value>& values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

std::vector<Corner> corners(const Decomposition& decomposition) {
  std::vector<Corner> found;
  for (const Rect& part : decomposition.parts)
    for (const double row : {part.row, part.row_end()})
      for (const double column : {part.column, part.column_end()}) found.emplace_back(row, column);
  sort_and_merge(found);
  return found;
}

// The sides of all parts, divided at the corners that lie on them.
std::vector<Edge> edges(const Decomposition& decomposition, const std::vector<Corner>& all) {
  std::vector<Edge> found;
  const auto divide = [&](const Corner& from, const Corner& to) {
    Corner last = from;
    for (const Corner& corner : all) {
      const bool on = corner.first >= from.first && corner.first <= to.first && corner.second >= from.second &&
                      corner.second <= to.second;
      if (!on || corner == last) continue;
      found.emplace_back(last, corner);
      last = corner;
    }
  };
  for (const Rect& part : decomposition.parts) {
    divide({part.row, part.column}, {part.row, part.column_end()});
    divide({part.row_end(), part.column}, {part.row_end(), part.column_end()});
    divide({part.row, part.column}, {part.row_end(), part.column});
    divide({part.row, part.column_end()}, {part.row_end(), part.column_end()});
  }
  sort_and_merge(found);
  return found;
}

bool is_outer(const Corner& corner, const Extent& extent) {
  return corner.first == 0 || corner.first == extent.rows || corner.second == 0 || corner.second == extent.columns;
}

// Whether the whole edge, and not only its two ends, lies on the boundary.
bool lies_outside(const Edge& edge, const Extent& extent) {
  const auto& [from, to] = edge;
  const bool across = from.first == to.first && (from.first == 0 || from.first == extent.rows);
  return across || (from.second == to.second && (from.second == 0 || from.second == extent.columns));
}

struct PlanarGraph {
  std::int64_t vertices = 0;
  std::int64_t boundary_vertices = 0;
  std::int64_t edges = 0;
  std::int64_t edges_between_boundary_vertices = 0;
  std::int64_t edges_on_boundary = 0;
};

PlanarGraph planar_graph(const Decomposition& decomposition) {
  const Extent& extent = decomposition.extent;
  const std::vector<Corner> vertices = corners(decomposition);
  const std::vector<Edge> all = edges(decomposition, vertices);
  const auto outer = [&](const Corner& corner) { return is_outer(corner, extent); };
  return {
      .vertices = static_cast<std::int64_t>(vertices.size()),
      .boundary_vertices = std::ranges::count_if(vertices, outer),
      .edges = static_cast<std::int64_t>(all.size()),
      .edges_between_boundary_vertices =
          std::ranges::count_if(all, [&](const Edge& edge) { return outer(edge.first) && outer(edge.second); }),
      .edges_on_boundary = std::ranges::count_if(all, [&](const Edge& edge) { return lies_outside(edge, extent); })};
}

std::int64_t neighbours(const Decomposition& decomposition) {
  std::int64_t pairs = 0;
  const auto& parts = decomposition.parts;
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t j = i + 1; j < parts.size(); ++j) {
      const double rows = std::min(parts[i].row_end(), parts[j].row_end()) - std::max(parts[i].row, parts[j].row);
      const double columns =
          std::min(parts[i].column_end(), parts[j].column_end()) - std::max(parts[i].column, parts[j].column);
      if (rows >= 0 && columns >= 0 && rows + columns > 0) ++pairs;
    }
  return pairs;
}

bool euler(const Decomposition& each) {
  const PlanarGraph graph = planar_graph(each);
  return graph.edges == graph.vertices + std::ssize(each.parts) - 1;
}

bool boundary_edges(const Decomposition& each) {
  const PlanarGraph graph = planar_graph(each);
  return graph.edges_between_boundary_vertices == graph.boundary_vertices;
}

bool internal(const Decomposition& each) {
  const PlanarGraph graph = planar_graph(each);
  const std::int64_t by_formula = graph.vertices - graph.boundary_vertices + std::ssize(each.parts) - 1;
  return graph.edges_on_boundary == graph.boundary_vertices && by_formula == graph.edges - graph.edges_on_boundary &&
         by_formula == neighbours(each) && by_formula == internal_edges(each);
}

// ---- Rearrangements ------------------------------------------------------------------------------------------------

// The least and the greatest number of internal edges over all orders of these counts.
std::pair<std::int64_t, std::int64_t> edges_of_class(const Weights& sorted, Counts counts) {
  std::pair<std::int64_t, std::int64_t> range{std::numeric_limits<std::int64_t>::max(), 0};
  std::ranges::sort(counts);
  do {
    Weights weights = sorted;
    std::ranges::sort(weights);
    do {
      const std::int64_t found = edges_in_columns(weights, counts);
      range = {std::min(range.first, found), std::max(range.second, found)};
    } while (std::ranges::next_permutation(weights).found);
  } while (std::ranges::next_permutation(counts).found);
  return range;
}

engine::CasesUpTo<LemmaBounds> for_all_classes(bool (*check)(std::int64_t least, std::int64_t greatest)) {
  return [check](const LemmaBounds& bounds) {
    CheckedCases cases{.bound = bounds.parts};
    LemmaBounds one_array = bounds;
    one_array.side = 1;  // the edges do not depend on the array's sides
    for (std::size_t p = 1; p <= static_cast<std::size_t>(bounds.parts); ++p)
      for_each_case(one_array, p, [&](const WholeCase& given) {
        for_each_partition(p, [&](const Counts& counts) {
          const auto [least, greatest] = edges_of_class(given.weights, counts);
          cases.add(check(least, greatest), {static_cast<std::int64_t>(p), static_cast<std::int64_t>(counts.size())});
        });
      });
    return cases;
  };
}

bool close_edges(std::int64_t least, std::int64_t greatest) {
  return static_cast<double>(greatest) <= within() * static_cast<double>(least);
}

// Sizes at which no two corners coincide, so that only the outer columns save edges.
CheckedCases close_edges_of_many(const LemmaBounds& /*bounds*/) {
  constexpr std::size_t most = 20;
  CheckedCases cases{.bound = most};
  for (std::size_t p = 2; p <= most; ++p)
    for_each_partition(p, [&](const Counts& counts) {
      const std::size_t columns = counts.size();
      double least = static_cast<double>(p) - 1;
      double greatest = least;
      if (columns > 1) {
        // Every divider ends on two borders of columns, dividers of the outer columns on one.
        const auto ends = static_cast<double>(2 * (p - columns));
        greatest += ends - static_cast<double>(counts[0] + counts[1] - 2);
        least += ends - static_cast<double>(counts[columns - 1] + counts[columns - 2] - 2);
      }
      cases.add(greatest <= within() * least, {static_cast<std::int64_t>(p), static_cast<std::int64_t>(columns)});
    });
  return cases;
}

// Compares the internal edges of Figure 12's columns, whose parts are equal.
CheckedCases figure12(bool (*check)(std::int64_t left, std::int64_t right)) {
  const Weights equal_parts(14, 1.0);
  const std::int64_t left = edges_in_columns(equal_parts, {2, 4, 3, 5});
  const std::int64_t right = edges_in_columns(equal_parts, {2, 3, 4, 5});
  CheckedCases cases;
  cases.add(check(left, right), {left, right});
  return cases;
}

// Rearranges the columns, and the parts of each column, of all sorted decompositions.
CheckedCases many_rearrangements(const LemmaBounds& /*bounds*/) {
  constexpr std::size_t most = 30;
  CheckedCases cases{.bound = most};
  for (std::size_t p = 2; p <= most; ++p) {
    double number = 0;
    for_each_partition(p, [&](const Counts& counts) {
      number += std::accumulate(counts.begin(), counts.end(), factorial(counts.size()),
                                [](double product, std::size_t count) { return product * factorial(count); });
    });
    cases.add(number >= factorial(p) && number < std::ldexp(factorial(p), static_cast<int>(p)),
              {static_cast<std::int64_t>(p)});
  }
  return cases;
}

double total_of(const WholeCase& given, const Weights& weights, const Counts& counts, double latency) {
  const ColumnsCost cost = columns_cost(weights, counts);
  const double whole = std::accumulate(weights.begin(), weights.end(), 0.0);
  return (cost.along * given.extent.rows + cost.across * given.extent.columns) / whole +
         latency * static_cast<double>(edges_in_columns(weights, counts));
}

CheckedCases sorted_is_close(const LemmaBounds& bounds, RandomStream& stream) {
  CheckedCases cases{.bound = bounds.draws};
  boost::random::uniform_int_distribution<std::size_t> any_number(
      4, static_cast<std::size_t>(std::max<std::int64_t>(4, bounds.parts)));
  boost::random::uniform_int_distribution<std::size_t> any_latency(1, latencies().size() - 1);
  for (std::int64_t draw = 0; draw < bounds.draws; ++draw) {
    WholeCase given = drawn_case(any_number(stream), stream);
    const double latency = latencies().at(any_latency(stream));
    double sorted = std::numeric_limits<double>::infinity();
    for_each_partition(given.weights.size(), [&](const Counts& counts) {
      sorted = std::min(sorted, total_of(given, given.weights, counts, latency));
    });
    double least = sorted;
    Weights weights = given.weights;
    std::ranges::sort(weights);
    do {
      for_each_composition(weights.size(), [&](const Counts& counts) {
        least = std::min(least, total_of(given, weights, counts, latency));
      });
    } while (std::ranges::next_permutation(weights).found);
    given.sizes.push_back(static_cast<std::int64_t>(latency));
    cases.add(sorted <= within() * least, given.sizes);
  }
  return cases;
}

}  // namespace

std::vector<Lemma> checks_of_costs() {
  return {
      {"perimeters", for_all_tilings(perimeters)},
      {"best-is-squarer", best_is_squarer},
      {"xy-is-good", xy_is_good},
      {"bcost-perimeter", for_all_tilings(whole_perimeter)},
      {"bcost-half-perimeter", for_all_tilings(half_perimeter)},
      {"bcost-tilings", for_all_tilings(half_perimeter_of_most)},
      {"bcost-columns", half_perimeter_of_columns},
      {"bcost-chosen",
       [](const LemmaBounds& bounds, RandomStream& stream) {
         return half_perimeter_of_chosen(bounds, stream, {4, 5, 7, 10, 15, 20});
       }},
      {"bcost-many",
       [](const LemmaBounds& bounds, RandomStream& stream) {
         return half_perimeter_of_chosen(bounds, stream, {15, 20});
       }},
      {"good-for-both", one_is_good_for_both},
      {"figure4", for_all(3, figure4)},
      {"figure5", for_all(2, figure5)},
      {"figure5-order", for_all(2, figure5_order)},
      {"figure6", for_all(3, figure6)},
      {"figure6-order", for_all(3, figure6_order)},
      {"figure6-rotated", for_all(3, figure6_rotated)},
      {"figure6-threshold", for_all(3, figure6_threshold)},
      {"best-of-three", for_all(3, best_of_three<&Costs::a>)},
      {"best-of-three-bcost", for_all(3, best_of_three<&Costs::b>)},
      {"figure7", for_all(4, figure7)},
      {"figure7-text", for_all(4, figure7_text)},
      {"figure7-order", for_all(4, figure7_order)},
      {"figure8", for_all(4, figure8_costs)},
      {"figure8-threshold", for_all(4, figure8_threshold<&Costs::a, 1>)},
      {"figure8-rest", figure8_rest},
      {"figure8-threshold-bcost", for_all(4, figure8_threshold<&Costs::b, 2>)},
      {"euler", for_all_tilings(euler)},
      {"boundary-edges", for_all_tilings(boundary_edges)},
      {"internal-edges", for_all_tilings(internal)},
      {"same-edges", for_all_classes([](std::int64_t least, std::int64_t greatest) { return least == greatest; })},
      {"figure12-text",
       [](const LemmaBounds&) { return figure12([](std::int64_t left, std::int64_t right) { return left < right; }); }},
      {"figure12-caption",
       [](const LemmaBounds&) { return figure12([](std::int64_t left, std::int64_t right) { return left > right; }); }},
      {"many-rearrangements", many_rearrangements},
      {"close-edges", for_all_classes(close_edges)},
      {"close-edges-of-many", close_edges_of_many},
      {"sorted-is-close", sorted_is_close}};
}

}  // namespace apportion::kaddoura

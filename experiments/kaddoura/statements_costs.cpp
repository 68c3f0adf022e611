// Checks of costs: perimeters, Acost and Bcost (Sections 2 and 3), two to four partitions (Section 3, Figures 4 to 9),
// and internal edges (Section 5).
#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "experiments/kaddoura/lemmas.hpp"
#include "sim/rectangles/adjacency.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion::kaddoura {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

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

double difference(const Decomposition& each) { return bcost(each) - acost(each); }

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

// The least cost of a slicing.
double least_of_slicings(const Extent& extent, const Weights& weights,
                         const std::function<double(const Decomposition&)>& cost) {
  double least = infinity;
  for_each_slicing(extent, weights, [&](const Decomposition& each) { least = std::min(least, cost(each)); });
  return least;
}

double length_of(const Decomposition& each) { return acost(each); }

bool is_good_for_both(const WholeCase& given, RandomStream& /*stream*/) {
  double least_a = infinity;
  double least_b = infinity;
  double b_of_best = 0;
  for_each_slicing(given.extent, given.weights, [&](const Decomposition& each) {
    const double a = acost(each);
    const double b = bcost(each);
    if (a < least_a) b_of_best = b;
    least_a = std::min(least_a, a);
    least_b = std::min(least_b, b);
  });
  return b_of_best <= within() * least_b;
}

// The mean over the parts; 1 for squares.
double mean_squareness(const Decomposition& decomposition) {
  double sum = 0;
  for (const Rect& part : decomposition.parts)
    sum += std::min(part.rows, part.columns) / std::max(part.rows, part.columns);
  return sum / static_cast<double>(decomposition.parts.size());
}

bool best_is_squarer(const WholeCase& given, RandomStream& /*stream*/) {
  double least = infinity;
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
}

bool xy_is_good(const WholeCase& given, RandomStream& /*stream*/) {
  return least_in_columns(given.extent, given.weights) <=
         within() * least_of_slicings(given.extent, given.weights, length_of);
}

// --- Two, three and four partitions (Section 3, Figures 4 to 9): formulas and thresholds

struct Costs {
  double a = 0;
  double b = 0;
};

Costs costs_of(const Decomposition& decomposition) { return {acost(decomposition), bcost(decomposition)}; }

bool agree(const Costs& found, const Costs& formula) { return equal(found.a, formula.a) && equal(found.b, formula.b); }

// An array and weights with the paper's names: s[1] is the share of the heaviest part.
struct Figure {
  explicit Figure(const WholeCase& given)
      : extent(given.extent), weights(given.weights), m(extent.rows), n(extent.columns), s{0} {
    const double whole = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (const double weight : weights) s.push_back(weight / whole);
  }

  [[nodiscard]] Costs columns(const Counts& counts) const { return costs_of(in_columns(extent, weights, counts)); }
  [[nodiscard]] Costs rows(const Counts& counts) const { return costs_of(in_rows(extent, weights, counts)); }
  /// The share of all parts but the heaviest, of three or four.
  [[nodiscard]] double rest() const { return std::accumulate(s.begin() + 2, s.end(), 0.0); }
  /// With a1 and a2 exchanged.
  [[nodiscard]] Figure exchanged() const {
    Figure other = *this;
    std::swap(other.weights[0], other.weights[1]);
    return other;
  }

  Extent extent;
  Weights weights;
  double m;
  double n;
  std::vector<double> s;
};

engine::CasesUpTo<LemmaBounds> for_all(std::size_t p, bool (*check)(const Figure& given)) {
  return [p, check](const LemmaBounds& bounds) {
    CheckedCases cases{.bound = bounds.side};
    for_each_case(bounds, p, [&](const WholeCase& given) { cases.add(check(Figure(given)), given.sizes); });
    return cases;
  };
}

// Whether no order of the weights, in columns or rows, costs less than the given columns.
bool no_order_is_better(const Figure& given, const Counts& counts, bool rotate) {
  const Costs as_drawn = given.columns(counts);
  bool better = false;
  for_each_order(given.weights, [&](const Weights& weights) {
    const Costs other =
        costs_of(rotate ? in_rows(given.extent, weights, counts) : in_columns(given.extent, weights, counts));
    better = better || !at_most(as_drawn.a, other.a) || !at_most(as_drawn.b, other.b);
  });
  return !better;
}

template <double Costs::*cost>
bool best_of_three(const Figure& given) {
  return equal(least_of_slicings(given.extent, given.weights, [](const auto& each) { return costs_of(each).*cost; }),
               std::min(given.columns({1, 2}).*cost, given.columns({1, 1, 1}).*cost));
}

template <double Costs::*cost, int times>
bool figure8_threshold(const Figure& given) {
  const double with_rows = costs_of(figure8(given.extent, given.weights)).*cost;
  const double with_columns = given.columns({1, 1, 2}).*cost;
  return at_most(given.m, times * given.rest() * given.n) == at_most(with_columns, with_rows);
}

// Compares the Acost of the rest in Figure 8 with all decompositions of the rest among three parts.
CheckedCases figure8_rest(const LemmaBounds& bounds) {
  CheckedCases cases{.bound = bounds.side};
  for_each_case(bounds, 4, [&](const WholeCase& given) {
    const Figure drawn(given);
    const double length = drawn.n * drawn.rest();
    if (at_most(drawn.m, length)) return;
    const double least = least_of_slicings({drawn.m, length}, {drawn.s[2], drawn.s[3], drawn.s[4]}, length_of);
    cases.add(equal(acost(figure8(given.extent, given.weights)) - drawn.m, least), given.sizes);
  });
  return cases;
}

// --- Internal edges (Section 5): Euler's formula, and the effect of rearranging an XY decomposition

using Corner = std::pair<double, double>;  // row, column
using Edge = std::pair<Corner, Corner>;

// The planar graph of a division into cells, whose corners are whole numbers.
struct PlanarGraph {
  std::set<Corner> vertices;
  std::set<Edge> edges;  // the sides of all parts, divided at the corners that lie on them
  std::int64_t boundary_vertices = 0;
  std::int64_t edges_between_boundary_vertices = 0;
  std::int64_t edges_on_boundary = 0;
};

void add_sides(PlanarGraph& graph, const Rect& part) {
  const auto divide = [&graph](const Corner& from, const Corner& to) {
    Corner last = from;
    for (const Corner& corner : graph.vertices) {
      const bool on = corner.first >= from.first && corner.first <= to.first && corner.second >= from.second &&
                      corner.second <= to.second;
      if (!on || corner == last) continue;
      graph.edges.emplace(last, corner);
      last = corner;
    }
  };
  divide({part.row, part.column}, {part.row, part.column_end()});
  divide({part.row_end(), part.column}, {part.row_end(), part.column_end()});
  divide({part.row, part.column}, {part.row_end(), part.column});
  divide({part.row, part.column_end()}, {part.row_end(), part.column_end()});
}

PlanarGraph planar_graph(const Decomposition& decomposition) {
  PlanarGraph graph;
  for (const Rect& part : decomposition.parts)
    for (const double row : {part.row, part.row_end()})
      for (const double column : {part.column, part.column_end()}) graph.vertices.emplace(row, column);
  for (const Rect& part : decomposition.parts) add_sides(graph, part);
  const auto is_side = [](double at, double length) { return at == 0 || at == length; };
  const Extent& extent = decomposition.extent;
  const auto outer = [&](const Corner& at) {
    return is_side(at.first, extent.rows) || is_side(at.second, extent.columns);
  };
  graph.boundary_vertices = std::ranges::count_if(graph.vertices, outer);
  for (const auto& [from, to] : graph.edges) {
    graph.edges_between_boundary_vertices += outer(from) && outer(to) ? 1 : 0;
    // Not only its two ends lie on the boundary.
    graph.edges_on_boundary += (from.first == to.first && is_side(from.first, extent.rows)) ||
                                       (from.second == to.second && is_side(from.second, extent.columns))
                                   ? 1
                                   : 0;
  }
  return graph;
}

// The least and the greatest number of internal edges over all orders of these counts.
std::pair<std::int64_t, std::int64_t> edges_of_class(const Weights& sorted, const Counts& any_counts) {
  std::pair<std::int64_t, std::int64_t> range{std::numeric_limits<std::int64_t>::max(), 0};
  for_each_order(any_counts, [&](const Counts& counts) {
    for_each_order(sorted, [&](const Weights& weights) {
      const std::int64_t found = edges_in_columns(weights, counts);
      range = {std::min(range.first, found), std::max(range.second, found)};
    });
  });
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

CheckedCases sorted_is_close(const LemmaBounds& bounds, RandomStream& stream) {
  CheckedCases cases{.bound = bounds.draws};
  boost::random::uniform_int_distribution<std::size_t> any_number(
      4, static_cast<std::size_t>(std::max<std::int64_t>(4, bounds.parts)));
  boost::random::uniform_int_distribution<std::size_t> any_latency(1, latencies().size() - 1);
  for (std::int64_t draw = 0; draw < bounds.draws; ++draw) {
    WholeCase given = drawn_case(any_number(stream), stream);
    const double latency = latencies().at(any_latency(stream));
    const auto total = [&](const Weights& weights, const Counts& counts) {
      return acost_of_columns(given.extent, weights, counts) +
             latency * static_cast<double>(edges_in_columns(weights, counts));
    };
    double sorted = infinity;
    for_each_partition(given.weights.size(),
                       [&](const Counts& counts) { sorted = std::min(sorted, total(given.weights, counts)); });
    double least = sorted;
    for_each_order(given.weights, [&](const Weights& weights) {
      for_each_composition(weights.size(),
                           [&](const Counts& counts) { least = std::min(least, total(weights, counts)); });
    });
    given.sizes.push_back(static_cast<std::int64_t>(latency));
    cases.add(sorted <= within() * least, given.sizes);
  }
  return cases;
}

}  // namespace

std::vector<Lemma> checks_of_perimeters() {
  return {{"perimeters", for_all_tilings([](const Decomposition& each) {
             double perimeters = 0;
             for (const Rect& part : each.parts) perimeters += 2 * part.half_perimeter();
             const double boundary = counted_boundary(each);
             return equal(perimeters, 2 * boundary + 2 * each.extent.half_perimeter()) && equal(boundary, acost(each));
           })},
          {"best-is-squarer", for_drawn_cases(4, 5, best_is_squarer)},
          {"xy-is-good", for_drawn_cases(4, 5, xy_is_good)},
          {"bcost-perimeter", for_all_tilings([](const Decomposition& each) {
             return equal(difference(each), 2 * each.extent.half_perimeter());
           })},
          {"bcost-half-perimeter", for_all_tilings([](const Decomposition& each) {
             const bool any_spans = std::ranges::any_of(each.parts, [&](const Rect& part) {
               return equal(part.rows, each.extent.rows) || equal(part.columns, each.extent.columns);
             });
             return equal(difference(each), each.extent.half_perimeter()) == !any_spans;
           })},
          {"bcost-tilings", for_all_tilings([](const Decomposition& each) {
             return equal(difference(each), each.extent.half_perimeter());
           })},
          {"bcost-columns", half_perimeter_of_columns},
          {"bcost-chosen",
           [](const LemmaBounds& bounds, RandomStream& stream) {
             return half_perimeter_of_chosen(bounds, stream, {4, 5, 7, 10, 15, 20});
           }},
          {"bcost-many",
           [](const LemmaBounds& bounds, RandomStream& stream) {
             return half_perimeter_of_chosen(bounds, stream, {15, 20});
           }},
          {"good-for-both", for_drawn_cases(4, 5, is_good_for_both)}};
}

std::vector<Lemma> checks_of_figures() {
  return {{"figure4", for_all(3,
                              [](const Figure& f) {
                                return agree(f.columns({1, 2}), {f.m + f.n * f.rest(), 2 * f.m + 2 * (f.n * f.rest())});
                              })},
          {"figure5", for_all(2,
                              [](const Figure& f) {
                                const Costs a = f.columns({1, 1});
                                const Costs b = f.rows({1, 1});
                                return agree(a, {f.m, 2 * f.m}) && agree(b, {f.n, 2 * f.n}) &&
                                       agree(f.exchanged().columns({1, 1}), a) && agree(f.exchanged().rows({1, 1}), b);
                              })},
          {"figure5-order", for_all(2,
                                    [](const Figure& f) {
                                      const Costs a = f.columns({1, 1});
                                      const Costs b = f.rows({1, 1});
                                      return at_most(a.a, b.a) && at_most(a.b, b.b);
                                    })},
          // The shape of Figure 4, too; its n' is the width of the divided column.
          {"figure6", for_all(3,
                              [](const Figure& f) {
                                const double rest = f.rest();
                                return agree(f.columns({1, 2}), {f.m + f.n * rest, 2 * f.m + 2 * f.n * rest}) &&
                                       agree(f.rows({1, 2}), {f.n + f.m * rest, 2 * f.n + 2 * f.m * rest}) &&
                                       agree(f.columns({1, 1, 1}), {2 * f.m, 3 * f.m});
                              })},
          {"figure6-order", for_all(3,
                                    [](const Figure& f) {
                                      return no_order_is_better(f, {1, 2}, false);
                                    })},
          {"figure6-rotated",
           for_all(3,
                   [](const Figure& f) {
                     return no_order_is_better(f, {1, 2}, true) && no_order_is_better(f, {1, 1, 1}, true);
                   })},
          {"figure6-threshold",
           for_all(3,
                   [](const Figure& f) {
                     return at_most(f.n * f.rest(), f.m) == at_most(f.columns({1, 2}).a, f.columns({1, 1, 1}).a);
                   })},
          {"best-of-three", for_all(3, best_of_three<&Costs::a>)},
          {"best-of-three-bcost", for_all(3, best_of_three<&Costs::b>)},
          {"figure7", for_all(4,
                              [](const Figure& f) {
                                const double last = f.n * (f.s[3] + f.s[4]);
                                const double rest = f.n * f.rest();
                                return agree(f.columns({1, 1, 1, 1}), {3 * f.m, 4 * f.m}) &&
                                       agree(f.columns({1, 1, 2}), {2 * f.m + last, 3 * f.m + 2 * last}) &&
                                       agree(f.columns({1, 3}), {f.m + 2 * rest, 2 * f.m + 3 * rest}) &&
                                       agree(f.columns({2, 2}), {f.m + f.n, 2 * f.m + 2 * f.n});
                              })},
          // Figure 7 (c) with a1 and a2 exchanged, as the text has it.
          {"figure7-text",
           for_all(4,
                   [](const Figure& f) {
                     return equal(f.exchanged().columns({1, 3}).a, f.m + 3 * f.n * (f.s[1] + f.s[3] + f.s[4]));
                   })},
          {"figure7-order", for_all(4,
                                    [](const Figure& f) {
                                      const std::vector<Counts> drawn = {{1, 1, 1, 1}, {1, 1, 2}, {1, 3}, {2, 2}};
                                      return std::ranges::all_of(drawn, [&](const Counts& counts) {
                                        return no_order_is_better(f, counts, false);
                                      });
                                    })},
          {"figure8", for_all(4,
                              [](const Figure& f) {
                                const double below = f.m * (f.s[3] + f.s[4]) / f.rest();
                                return agree(costs_of(figure8(f.extent, f.weights)),
                                             {f.m + below + f.n * f.rest(), 2 * f.m + below + 2 * f.n * f.rest()});
                              })},
          {"figure8-threshold", for_all(4, figure8_threshold<&Costs::a, 1>)},
          {"figure8-rest", figure8_rest},
          {"figure8-threshold-bcost", for_all(4, figure8_threshold<&Costs::b, 2>)}};
}

std::vector<Lemma> checks_of_edges() {
  return {
      {"euler", for_all_tilings([](const Decomposition& each) {
         const PlanarGraph graph = planar_graph(each);
         return graph.edges.size() == graph.vertices.size() + each.parts.size() - 1;
       })},
      {"boundary-edges", for_all_tilings([](const Decomposition& each) {
         const PlanarGraph graph = planar_graph(each);
         return graph.edges_between_boundary_vertices == graph.boundary_vertices;
       })},
      {"internal-edges", for_all_tilings([](const Decomposition& each) {
         const PlanarGraph graph = planar_graph(each);
         const std::int64_t by_formula =
             std::ssize(graph.vertices) - graph.boundary_vertices + std::ssize(each.parts) - 1;
         return graph.edges_on_boundary == graph.boundary_vertices &&
                by_formula == std::ssize(graph.edges) - graph.edges_on_boundary &&
                by_formula == std::ssize(common_boundaries(each.parts)) && by_formula == internal_edges(each);
       })},
      {"same-edges", for_all_classes([](std::int64_t least, std::int64_t greatest) { return least == greatest; })},
      {"figure12-text",
       [](const LemmaBounds&) { return figure12([](std::int64_t left, std::int64_t right) { return left < right; }); }},
      {"figure12-caption",
       [](const LemmaBounds&) { return figure12([](std::int64_t left, std::int64_t right) { return left > right; }); }},
      {"many-rearrangements", many_rearrangements},
      {"close-edges", for_all_classes([](std::int64_t least, std::int64_t greatest) {
         return static_cast<double>(greatest) <= within() * static_cast<double>(least);
       })},
      {"close-edges-of-many", close_edges_of_many},
      {"sorted-is-close", sorted_is_close}};
}

}  // namespace apportion::kaddoura

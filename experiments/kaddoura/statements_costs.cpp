// Perimeters, Acost and Bcost of the same decomposition (Sections 2 and 3).
#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <limits>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "experiments/kaddoura/layouts.hpp"
#include "experiments/kaddoura/lemma.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion::kaddoura {
namespace {

// The part that has the cell.
std::size_t owner(const Decomposition& decomposition, double row, double column) {
  const auto has = [&](const Rect& part) {
    return part.row < row && row < part.row_end() && part.column < column && column < part.column_end();
  };
  return static_cast<std::size_t>(std::ranges::find_if(decomposition.parts, has) - decomposition.parts.begin());
}

// The length of the inner boundary, cell by cell.
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

CheckedCases half_perimeter_of_columns() {
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
    return b_of_best <= within * least_b;
  });
}

// 1: a square.
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
    return least_in_columns(given.extent, given.weights) <= within * least;
  });
}

constexpr const char* slicings = "%d random cases of 4 and 5 parts, against all slicing decompositions";

}  // namespace

std::vector<Lemma> checks_of_costs() {
  return {
      {{10, "perimeters", "Section 2", Said::paper, Reach::always,
        "the parts' perimeters sum to 2 Acost + the array's, so that the least of one is that of the other", tilings,
        sides},
       for_all_tilings(perimeters)},
      {{12, "best-is-squarer", "Section 2", Said::paper, Reach::mostly,
        "the parts of the least Acost are on average closer to squares than those of all decompositions", slicings,
        sides, "reconstructed"},
       best_is_squarer},
      {{40, "xy-is-good", "Sections 3 and 4", Said::paper, Reach::mostly,
        "the best XY decomposition is good: within 5 % of the least Acost", slicings, sides, "reconstructed"},
       xy_is_good},
      {{42, "bcost-perimeter", "Section 3", Said::paper, Reach::mostly,
        "Bcost - Acost is the array's perimeter, 2m + 2n", tilings, sides},
       for_all_tilings(whole_perimeter)},
      {{43, "bcost-half-perimeter", "Section 3", Said::amended, Reach::always,
        "Bcost - Acost is m + n if, and only if, no part reaches from side to side", tilings, sides},
       for_all_tilings(half_perimeter)},
      {{44, "bcost-tilings", "Section 3", Said::amended, Reach::mostly, "Bcost - Acost is m + n, of all decompositions",
        tilings, sides},
       for_all_tilings(half_perimeter_of_most)},
      {{45, "bcost-columns", "Section 3", Said::amended, Reach::mostly,
        "Bcost - Acost is m + n, of all XY decompositions", "all columns of 2 to %d parts", "p"},
       half_perimeter_of_columns},
      {{46, "bcost-chosen", "Section 3", Said::amended, Reach::mostly, "Bcost - Acost is m + n, of what XY2 chooses",
        "%d random cases of 4 to 20 parts", sides, "reconstructed"},
       [](const LemmaBounds& bounds, RandomStream& stream) {
         return half_perimeter_of_chosen(bounds, stream, {4, 5, 7, 10, 15, 20});
       }},
      {{47, "bcost-many", "Section 3", Said::amended, Reach::mostly,
        "Bcost - Acost is m + n, of what XY2 chooses for 15 and 20 parts", "%d random cases of 15 and 20 parts", sides,
        "reconstructed"},
       [](const LemmaBounds& bounds, RandomStream& stream) {
         return half_perimeter_of_chosen(bounds, stream, {15, 20});
       }},
      {{48, "good-for-both", "Section 3", Said::paper, Reach::mostly,
        "the decomposition of least Acost is good by Bcost: within 5 % of the least", slicings, sides, "reconstructed"},
       one_is_good_for_both}};
}

}  // namespace apportion::kaddoura

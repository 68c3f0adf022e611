// What the algorithms look at, and what none of them does (Sections 6 and 7).
#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <cstdint>

#include "algorithms/rectangles/bisection.hpp"
#include "algorithms/rectangles/tile.hpp"
#include "experiments/kaddoura/grid.hpp"
#include "experiments/kaddoura/layouts.hpp"
#include "experiments/kaddoura/lemma.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/rectangles/partition_number.hpp"

namespace apportion::kaddoura {
namespace {

constexpr std::size_t most_searched = 12;
constexpr std::uint64_t node_limit = 10'000'000;

std::uint64_t leaves(const WholeCase& given) {
  const Frame frame = make_frame({given.extent, {given.weights, {}}, 0});
  return search_tile(frame, Pruning::none, node_limit).candidates;
}

template <class Check>
CheckedCases for_searched(const LemmaBounds& bounds, RandomStream& stream, Check check) {
  CheckedCases cases{.bound = most_searched};
  for (std::size_t p = 2; p <= static_cast<std::size_t>(bounds.parts); ++p)
    for_each_case(bounds, p, [&](const WholeCase& given) {
      cases.add(check(leaves(given), p), {given.sizes[0], given.sizes[1], static_cast<std::int64_t>(p)});
    });
  boost::random::uniform_int_distribution<std::size_t> any_number(2, most_searched);
  for (std::int64_t draw = 0; draw < bounds.draws; ++draw) {
    const std::size_t p = any_number(stream);
    const WholeCase given = drawn_case(p, stream);
    cases.add(check(leaves(given), p), given.sizes);
  }
  return cases;
}

CheckedCases leaves_at_most(const LemmaBounds& bounds, RandomStream& stream) {
  return for_searched(bounds, stream,
                      [](std::uint64_t count, std::size_t p) { return count <= std::uint64_t{1} << (p - 1); });
}

CheckedCases leaves_of_long_arrays(const LemmaBounds& bounds, RandomStream& stream) {
  CheckedCases cases{.bound = bounds.draws};
  boost::random::uniform_int_distribution<std::size_t> any_number(2, most_searched);
  for (std::int64_t draw = 0; draw < bounds.draws; ++draw) {
    const std::size_t p = any_number(stream);
    WholeCase given = drawn_case(p, stream);
    given.extent.columns = 1e6;  // long enough that no rest is wider than long
    cases.add(leaves(given) == partition_number(p), {static_cast<std::int64_t>(p)});
  }
  return cases;
}

RectangleSolution solution_of_search(std::string_view algorithm, const RectangleProblem& problem,
                                     RandomStream& stream) {
  return RectangleRegistry::instance().choose(algorithm).solve(problem, stream);
}

const Weights example_weights = {0.4, 0.4, 0.1, 0.1};

// Whether the parts given fill the array up to `column`, and no other part begins before it.
bool cut_at(const Decomposition& decomposition, double column) {
  return std::ranges::all_of(decomposition.parts, [&](const Rect& part) {
    return at_most(part.column_end(), column) || at_most(column, part.column);
  });
}

CheckedCases eighty_percent(RandomStream& stream) {
  CheckedCases cases;
  for (const double columns : array_columns()) {
    const RectangleProblem problem{{array_rows, columns}, {example_weights, {}}, 0};
    cases.add(cut_at(solution_of_search("RecursiveBisection2", problem, stream).decomposition, 0.8 * columns),
              {array_rows, static_cast<std::int64_t>(columns)});
  }
  return cases;
}

CheckedCases balanced(RandomStream& stream) {
  CheckedCases cases;
  for (const double columns : array_columns()) {
    const RectangleProblem problem{{array_rows, columns}, {example_weights, {}}, 0};
    cases.add(cut_at(solution_of_search("RecursiveBisection3", problem, stream).decomposition, 0.5 * columns),
              {array_rows, static_cast<std::int64_t>(columns)});
  }
  return cases;
}

// Five parts around each other: shares a, b, a, b for the arms, the rest for the middle. The first arm ends at u of the
// length and v of the height: u v = a, (1 - u)(1 - v) = b.
Decomposition windmill(const Extent& extent, double a, double b) {
  const double sum = 1 + a - b;
  const double u = (sum + std::sqrt(sum * sum - 4 * a)) / 2;
  const double length = u * extent.columns;
  const double height = (sum - u) * extent.rows;
  const double far_height = extent.rows - height;
  const double far_length = extent.columns - length;
  return {extent,
          {{0, 0, height, length},
           {0, length, far_height, far_length},
           {far_height, far_length, height, length},
           {height, 0, far_height, far_length},
           {height, far_length, far_height - height, length - far_length}}};
}

double total(const Decomposition& decomposition, double latency) {
  return total_cost(acost(decomposition), internal_edges(decomposition), latency);
}

// On the paper's arrays and latencies.
CheckedCases windmill_costs(RandomStream& stream, double times) {
  CheckedCases cases;
  for (const double columns : array_columns())
    for (const double latency : latencies()) {
      const RectangleProblem problem{{array_rows, columns}, {Weights(5, 1.0), {}}, latency};
      const double by_xy2 = total(solution_of_search("XY2", problem, stream).decomposition, latency);
      const double by_windmill = total(windmill(problem.extent, 0.2, 0.2), latency);
      cases.add(by_windmill > times * by_xy2,
                {array_rows, static_cast<std::int64_t>(columns), static_cast<std::int64_t>(latency)});
    }
  return cases;
}

CheckedCases windmill_is_dearer(RandomStream& stream) { return windmill_costs(stream, 1); }

// Whether XY2 is at least as good as the windmill with arms of weights a, b, a, b around a middle of weight c.
bool xy2_is_as_good(const Extent& extent, double a, double b, double c, RandomStream& stream) {
  const double whole = 2 * a + 2 * b + c;
  const RectangleProblem problem{extent, {{a, b, a, b, c}, {}}, 0};
  return at_most(acost(solution_of_search("XY2", problem, stream).decomposition),
                 acost(windmill(extent, a / whole, b / whole)));
}

CheckedCases windmill_of_unequal(const LemmaBounds& bounds, RandomStream& stream) {
  CheckedCases cases{.bound = bounds.side};
  LemmaBounds of_three = bounds;
  of_three.weight = bounds.side;
  for_each_case(of_three, 3, [&](const WholeCase& given) {
    Weights weights = given.weights;
    std::ranges::sort(weights);
    do {
      cases.add(xy2_is_as_good(given.extent, weights[0], weights[1], weights[2], stream),
                {given.sizes[0], given.sizes[1], static_cast<std::int64_t>(weights[0]),
                 static_cast<std::int64_t>(weights[1]), static_cast<std::int64_t>(weights[2])});
    } while (std::ranges::next_permutation(weights).found);
  });
  return cases;
}

constexpr const char* searched = "whole weights, all m <= n, and random cases, up to %d parts";
constexpr const char* shapes = "the paper's arrays";

}  // namespace

std::vector<Lemma> checks_of_search() {
  return {{{80, "tile-at-least", "Section 6.2", Said::paper, Reach::always,
            "TILE compares at least pt(p) decompositions", searched, sides},
           [](const LemmaBounds& bounds, RandomStream& stream) {
             return for_searched(bounds, stream,
                                 [](std::uint64_t count, std::size_t p) { return count >= partition_number(p); });
           }},
          {{81, "tile-as-xy", "Section 6.2", Said::paper, Reach::always,
            "TILE compares pt(p) decompositions where it never turns", "%d random long arrays", "p"},
           leaves_of_long_arrays},
          {{82, "tile-at-most", "Section 6.2", Said::paper, Reach::always,
            "TILE compares at most 2^(p-1) decompositions", searched, sides},
           leaves_at_most},
          {{83, "eighty-percent", "Section 6.3", Said::paper, Reach::always,
            "RecursiveBisection2 divides .4 .4 .1 .1 into 80 % and 20 %", shapes, "m n"},
           eighty_percent},
          {{84, "balanced", "Section 6.3", Said::paper, Reach::always,
            "RecursiveBisection3 divides .4 .4 .1 .1 into halves", shapes, "m n"},
           balanced},
          {{90, "windmill", "Section 7, Figure 17", Said::paper, Reach::always,
            "with equal parts the decomposition costs more than XY2's", "the paper's arrays and latencies",
            "m n latency", "reconstructed"},
           windmill_is_dearer},
          {{91, "windmill-much", "Section 7, Figure 17, by how much", Said::paper, Reach::always,
            "with equal parts the decomposition costs at least 1.25 times what XY2's costs",
            "the paper's arrays and latencies", "m n latency", "reconstructed", "",
            "the figure is reconstructed and the threshold ours; that it costs more is judged above"},
           [](RandomStream& stream) { return windmill_costs(stream, 1 / ClaimWords{}.much_faster); }},
          {{92, "windmill-unequal", "Section 7, Figure 17", Said::beyond, Reach::always,
            "with unequal parts, too, a windmill never has less Acost than XY2", "all m <= n, whole weights, up to %d",
            "m n a b c", "reconstructed"},
           windmill_of_unequal}};
}

}  // namespace apportion::kaddoura

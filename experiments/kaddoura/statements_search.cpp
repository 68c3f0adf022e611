// Checks of the search space: numbers of decompositions (Sections 1, 3 and 4), XY decompositions (Section 4), and the
// candidates of the algorithms (Sections 6 and 7).
#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <set>

#include "algorithms/rectangles/bisection.hpp"
#include "algorithms/rectangles/tile.hpp"
#include "experiments/kaddoura/lemmas.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/rectangles/partition_number.hpp"

namespace apportion::kaddoura {
namespace {

// --- Numbers of decompositions (Sections 1, 3 and 4), counted

// Sides and weights for which no two different drawings give the same division.
const Extent odd_extent{1000, 1618};

Weights odd_weights(std::size_t p) {
  const std::vector<double> squares = {11, 7, 5, 3, 2, 1.3};
  Weights weights;
  for (std::size_t k = 0; k < p; ++k) weights.push_back(std::sqrt(squares.at(k)));
  return weights;
}

// Distinct layouts, by their sides in millionths.
using Layouts = std::set<std::vector<std::int64_t>>;

void add_layout(Layouts& layouts, const Decomposition& layout) {
  std::vector<std::int64_t> key;
  for (const Rect& part : layout.parts)
    for (const double side : {part.row, part.column, part.rows, part.columns}) key.push_back(std::llround(1e6 * side));
  layouts.insert(std::move(key));
}

// Adds every order of the parts. Each part keeps its weight when in_columns() reorders them.
void add_orders(Layouts& layouts, std::size_t p, const Counts& counts, bool rows) {
  const Weights weights = odd_weights(p);
  std::vector<std::size_t> parts(p);
  std::iota(parts.begin(), parts.end(), std::size_t{0});
  for_each_order(parts, [&](const std::vector<std::size_t>& order) {
    Weights moved;
    for (const std::size_t k : order) moved.push_back(weights[k]);
    const Decomposition made = rows ? in_rows(odd_extent, moved, counts) : in_columns(odd_extent, moved, counts);
    Decomposition back = made;
    for (std::size_t k = 0; k < p; ++k) back.parts[order[k]] = made.parts[k];
    add_layout(layouts, back);
  });
}

std::int64_t all_layouts(std::size_t p) {
  Layouts layouts;
  for_each_slicing(odd_extent, odd_weights(p), [&](const Decomposition& each) { add_layout(layouts, each); });
  return std::ssize(layouts);
}

std::int64_t xy_layouts(std::size_t p, bool both_ways) {
  Layouts layouts;
  for_each_composition(p, [&](const Counts& counts) {
    add_orders(layouts, p, counts, false);
    if (both_ways) add_orders(layouts, p, counts, true);
  });
  return std::ssize(layouts);
}

// Counts every decomposition as a case; all fail if their number is wrong.
CheckedCases counted(std::int64_t count, bool right) {
  return {.bound = count, .cases = count, .failures = right ? 0 : count};
}

// Whether the number of slicings of p parts is from `least` to `most`.
CheckedCases slicings(std::size_t p, std::int64_t least, std::int64_t most) {
  const std::int64_t count = all_layouts(p);
  return counted(count, count >= least && count <= most);
}

CheckedCases drawn_four(const LemmaBounds& /*bounds*/) {
  Layouts layouts;
  const std::vector<Counts> drawn = {{1, 1, 1, 1}, {1, 1, 2}, {1, 3}, {2, 2}};
  for (const Counts& counts : drawn)
    for (const bool rows : {false, true}) add_orders(layouts, 4, counts, rows);
  return counted(std::ssize(layouts), std::ssize(layouts) == std::int64_t{8} * 24);
}

CheckedCases xy_number(const LemmaBounds& bounds) {
  CheckedCases cases{.bound = bounds.parts};
  for (std::size_t p = 1; p <= static_cast<std::size_t>(bounds.parts); ++p) {
    const auto expected = static_cast<std::int64_t>(std::ldexp(factorial(p), static_cast<int>(p) - 1));
    cases.add(xy_layouts(p, false) == expected, {static_cast<std::int64_t>(p)});
  }
  return cases;
}

// Counts slicings: up to four parts there are no other decompositions, with five there are more.
CheckedCases order_of_all(const LemmaBounds& bounds) {
  CheckedCases cases{.bound = bounds.parts};
  double before = 0;
  for (std::int64_t p = 2; p <= bounds.parts; ++p) {
    const auto number = static_cast<std::size_t>(p);
    const double quotient =
        static_cast<double>(all_layouts(number)) / std::ldexp(factorial(number), static_cast<int>(p));
    cases.add(quotient >= before, {p});
    before = quotient;
  }
  return cases;
}

CheckedCases figure8_is_new(const LemmaBounds& /*bounds*/) {
  Layouts layouts;
  for_each_composition(4, [&](const Counts& counts) {
    for (const bool rows : {false, true}) add_orders(layouts, 4, counts, rows);
  });
  const std::int64_t before = std::ssize(layouts);
  add_layout(layouts, figure8(odd_extent, odd_weights(4)));
  return counted(before, std::ssize(layouts) == before + 1);
}

// --- XY decompositions (Section 4): Lemmas 1 to 4, Theorem 1 and the numbers of candidates

// Checks every order of every list of whole weights in every arrangement of columns, in all arrays.
engine::CasesUpTo<LemmaBounds> for_all_columns(bool (*check)(const WholeCase& given, const Weights& weights,
                                                             const Counts& counts)) {
  return [check](const LemmaBounds& bounds) {
    CheckedCases cases{.bound = bounds.parts};
    for (std::size_t p = 1; p <= static_cast<std::size_t>(bounds.parts); ++p)
      for_each_case(bounds, p, [&](const WholeCase& given) {
        for_each_order(given.weights, [&](const Weights& weights) {
          for_each_composition(p, [&](const Counts& counts) { cases.add(check(given, weights, counts), given.sizes); });
        });
      });
    return cases;
  };
}

// Sorts the columns by their counts; each keeps its parts.
void sort_columns(Weights& weights, Counts& counts) {
  std::vector<Weights> columns;
  auto first = weights.begin();
  for (const std::size_t count : counts) {
    columns.emplace_back(first, first + static_cast<std::ptrdiff_t>(count));
    first += static_cast<std::ptrdiff_t>(count);
  }
  std::ranges::stable_sort(columns, {}, &Weights::size);
  std::ranges::sort(counts);
  weights.clear();
  for (const Weights& column : columns) weights.insert(weights.end(), column.begin(), column.end());
}

void sort_within_columns(Weights& weights, const Counts& counts) {
  auto first = weights.begin();
  for (const std::size_t count : counts) {
    const auto last = first + static_cast<std::ptrdiff_t>(count);
    std::ranges::sort(first, last, std::greater{});
    first = last;
  }
}

// Acost with columns in the order of their counts and parts in the order of their weights.
double sorted_acost(const WholeCase& given, Counts counts) {
  std::ranges::sort(counts);
  return acost(in_columns(given.extent, given.weights, counts));
}

bool theorem1_of_drawn(const WholeCase& given, RandomStream& stream) {
  boost::random::uniform_int_distribution<int> coin(0, 1);
  Weights weights = given.weights;
  for (std::size_t i = weights.size() - 1; i > 0; --i)
    std::swap(weights[i], weights[boost::random::uniform_int_distribution<std::size_t>(0, i)(stream)]);
  Counts counts = {1};
  for (std::size_t i = 1; i < weights.size(); ++i) {
    if (coin(stream) == 1)
      counts.push_back(1);
    else
      ++counts.back();
  }
  return at_most(sorted_acost(given, counts), acost(in_columns(given.extent, weights, counts)));
}

// Counts the lists that `visit` visits, for up to `most` parts.
CheckedCases count_lists(std::size_t most,
                         void (*visit)(std::size_t p, const std::function<void(const Counts&)>& count),
                         bool (*check)(std::uint64_t lists, std::size_t p)) {
  CheckedCases cases{.bound = static_cast<std::int64_t>(most)};
  for (std::size_t p = 1; p <= most; ++p) {
    std::uint64_t lists = 0;
    visit(p, [&](const Counts&) { ++lists; });
    cases.add(check(lists, p), {static_cast<std::int64_t>(p)});
  }
  return cases;
}

// Whether k > d where Acost = d m + k n, in columns.
bool divides_columns_more(const Weights& weights, const Counts& counts) {
  const ColumnsCost cost = columns_cost(weights, counts);
  const double whole = std::accumulate(weights.begin(), weights.end(), 0.0);
  return !at_most(cost.across / whole, cost.along / whole);
}

CheckedCases rotation(const LemmaBounds& bounds, bool longer) {
  CheckedCases cases{.bound = bounds.parts};
  for (std::size_t p = 1; p <= static_cast<std::size_t>(bounds.parts); ++p)
    for_each_case(bounds, p, [&](const WholeCase& given) {
      for_each_partition(p, [&](const Counts& counts) {
        if (!divides_columns_more(given.weights, counts)) return;
        if (longer && given.extent.rows == given.extent.columns) return;
        const double before = acost(in_columns(given.extent, given.weights, counts));
        cases.add(!at_most(before, acost(in_rows(given.extent, given.weights, counts))), given.sizes);
      });
    });
  return cases;
}

// Lemma 4's formula; `lines` gives the number of lines that it counts for l columns.
template <class Lines>
double lemma4_formula(const WholeCase& given, Lines lines) {
  const auto p = static_cast<std::int64_t>(given.weights.size());
  double least = 0;
  for (std::int64_t l = 1; l <= p; ++l) {
    const std::int64_t few = p / l;
    const std::int64_t many = (p + l - 1) / l;
    const std::int64_t inside = few * (few - 1) * (l - p % l) + many * (many - 1) * (p % l);
    const double cost = static_cast<double>(inside) * given.extent.columns / static_cast<double>(p) +
                        static_cast<double>(lines(l)) * given.extent.rows;
    if (l == 1 || cost < least) least = cost;
  }
  return least;
}

template <class Lines>
CheckedCases lemma4(const LemmaBounds& bounds, Lines lines) {
  constexpr std::size_t most = 20;
  CheckedCases cases{.bound = most};
  LemmaBounds equal_weights = bounds;
  equal_weights.weight = 1;
  for (std::size_t p = 1; p <= most; ++p)
    for_each_case(equal_weights, p, [&](const WholeCase& given) {
      cases.add(equal(least_in_columns(given.extent, given.weights), lemma4_formula(given, lines)),
                {given.sizes[0], given.sizes[1], static_cast<std::int64_t>(p)});
    });
  return cases;
}

// --- The candidates of the algorithms, and decompositions that none of them tries (Sections 6 and 7)

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

CheckedCases leaves_of_long_arrays(const LemmaBounds& bounds, RandomStream& stream) {
  CheckedCases cases{.bound = bounds.draws};
  boost::random::uniform_int_distribution<std::size_t> any_number(2, most_searched);
  for (std::int64_t draw = 0; draw < bounds.draws; ++draw) {
    const std::size_t p = any_number(stream);
    WholeCase given = drawn_case(p, stream);
    given.extent.columns = 1e6;  // so long that no rest is wider than long
    cases.add(leaves(given) == partition_number(p), {static_cast<std::int64_t>(p)});
  }
  return cases;
}

RectangleSolution solution_of_search(std::string_view algorithm, const RectangleProblem& problem,
                                     RandomStream& stream) {
  return RectangleRegistry::instance().choose(algorithm).solve(problem, stream);
}

const Weights example_weights = {0.4, 0.4, 0.1, 0.1};

// Whether a straight cut at `column` divides no part.
bool cut_at(const Decomposition& decomposition, double column) {
  return std::ranges::all_of(decomposition.parts, [&](const Rect& part) {
    return at_most(part.column_end(), column) || at_most(column, part.column);
  });
}

// Whether the algorithm cuts each of the paper's arrays at this share of its length.
CheckedCases cuts_at(std::string_view algorithm, double share, RandomStream& stream) {
  CheckedCases cases;
  for (const double columns : array_columns()) {
    const RectangleProblem problem{{array_rows, columns}, {example_weights, {}}, 0};
    cases.add(cut_at(solution_of_search(algorithm, problem, stream).decomposition, share * columns),
              {array_rows, static_cast<std::int64_t>(columns)});
  }
  return cases;
}

// A pinwheel of five parts: arms with shares a, b, a, b, and the rest in the middle. The first arm ends at u of the
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

// Checks the paper's arrays and latencies.
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
    for_each_order(given.weights, [&](const Weights& weights) {
      cases.add(xy2_is_as_good(given.extent, weights[0], weights[1], weights[2], stream),
                {given.sizes[0], given.sizes[1], static_cast<std::int64_t>(weights[0]),
                 static_cast<std::int64_t>(weights[1]), static_cast<std::int64_t>(weights[2])});
    });
  });
  return cases;
}

}  // namespace

std::vector<Lemma> checks_of_numbers() {
  return {{"order-of-all", order_of_all},
          {"two-ways", [](const LemmaBounds&) { return slicings(2, 4, 4); }},
          {"three-ways", [](const LemmaBounds&) { return slicings(3, 36, 36); }},
          {"four-ways", [](const LemmaBounds&) { return slicings(4, 384, std::numeric_limits<std::int64_t>::max()); }},
          {"drawn-four", drawn_four},
          {"figure8-is-new", figure8_is_new},
          {"xy-number", xy_number}};
}

std::vector<Lemma> checks_of_columns() {
  return {// Decompositions in rows are those in columns of the array rotated by 90 degrees.
          {"longer-side", for_drawn_cases(2, 20,
                                          [](const WholeCase& given, RandomStream&) {
                                            return at_most(least_in_columns(given.extent, given.weights),
                                                           least_in_columns(given.extent.transposed(), given.weights));
                                          })},
          {"lemma1", for_all_columns([](const WholeCase& given, const Weights& any_weights, const Counts& any_counts) {
             Weights weights = any_weights;
             Counts counts = any_counts;
             sort_columns(weights, counts);
             return at_most(acost(in_columns(given.extent, weights, counts)),
                            acost(in_columns(given.extent, any_weights, any_counts)));
           })},
          {"lemma2", for_all_columns([](const WholeCase& given, const Weights& any_weights, const Counts& counts) {
             Weights weights = any_weights;
             sort_within_columns(weights, counts);
             return at_most(acost(in_columns(given.extent, weights, counts)),
                            acost(in_columns(given.extent, any_weights, counts)));
           })},
          {"acost-formula", for_all_columns([](const WholeCase& given, const Weights& weights, const Counts& counts) {
             return equal(acost(in_columns(given.extent, weights, counts)),
                          acost_of_columns(given.extent, weights, counts));
           })},
          {"theorem1", for_all_columns([](const WholeCase& given, const Weights& weights, const Counts& counts) {
             return at_most(sorted_acost(given, counts), acost(in_columns(given.extent, weights, counts)));
           })},
          {"theorem1-drawn", for_drawn_cases(2, 20, theorem1_of_drawn)},
          {"lemma3", for_all_columns([](const WholeCase& given, const Weights& weights, const Counts& counts) {
             return at_most(acost(in_columns(given.extent, weights, counts)),
                            acost(in_rows(given.extent, weights, counts))) ||
                    divides_columns_more(weights, counts);
           })},
          {"rotation", [](const LemmaBounds& bounds) { return rotation(bounds, false); }},
          {"rotation-of-longer", [](const LemmaBounds& bounds) { return rotation(bounds, true); }},
          {"lemma4", [](const LemmaBounds& bounds) { return lemma4(bounds, [](std::int64_t l) { return l; }); }},
          {"lemma4-amended",
           [](const LemmaBounds& bounds) { return lemma4(bounds, [](std::int64_t l) { return l - 1; }); }},
          {"number-of-counts",
           [](const LemmaBounds&) {
             return count_lists(16, for_each_composition, [](std::uint64_t lists, std::size_t p) {
               return lists == std::uint64_t{1} << (p - 1);
             });
           }},
          {"number-of-sorted", [](const LemmaBounds&) {
             return count_lists(30, for_each_partition, [](std::uint64_t lists, std::size_t p) {
               return lists == partition_number(p) && (p != 5 || lists == 7);
             });
           }}};
}

std::vector<Lemma> checks_of_candidates() {
  return {{"tile-at-least",
           [](const LemmaBounds& bounds, RandomStream& stream) {
             return for_searched(bounds, stream,
                                 [](std::uint64_t count, std::size_t p) { return count >= partition_number(p); });
           }},
          {"tile-as-xy", leaves_of_long_arrays},
          {"tile-at-most",
           [](const LemmaBounds& bounds, RandomStream& stream) {
             return for_searched(bounds, stream, [](std::uint64_t count, std::size_t p) {
               return count <= std::uint64_t{1} << (p - 1);
             });
           }},
          {"eighty-percent",
           [](const LemmaBounds&, RandomStream& stream) { return cuts_at("RecursiveBisection2", 0.8, stream); }},
          {"balanced",
           [](const LemmaBounds&, RandomStream& stream) { return cuts_at("RecursiveBisection3", 0.5, stream); }},
          {"windmill", [](const LemmaBounds&, RandomStream& stream) { return windmill_costs(stream, 1); }},
          {"windmill-much",
           [](const LemmaBounds&, RandomStream& stream) {
             return windmill_costs(stream, 1 / sweeps::threshold("kaddoura", "much_faster"));
           }},
          {"windmill-unequal", windmill_of_unequal}};
}

}  // namespace apportion::kaddoura

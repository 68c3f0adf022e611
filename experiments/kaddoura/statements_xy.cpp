// XY decompositions (Section 4): Lemmas 1 to 4, Theorem 1 and the numbers of candidates.
#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <numeric>

#include "experiments/kaddoura/layouts.hpp"
#include "experiments/kaddoura/lemma.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/rectangles/partition_number.hpp"

namespace apportion::kaddoura {
namespace {

// Every order of every list of whole weights in every arrangement of columns, in all arrays.
engine::CasesUpTo<LemmaBounds> for_all_columns(bool (*check)(const WholeCase& given, const Weights& weights,
                                                             const Counts& counts)) {
  return [check](const LemmaBounds& bounds) {
    CheckedCases cases{.bound = bounds.parts};
    for (std::size_t p = 1; p <= static_cast<std::size_t>(bounds.parts); ++p)
      for_each_case(bounds, p, [&](const WholeCase& given) {
        Weights weights = given.weights;
        std::ranges::sort(weights);
        do {
          for_each_composition(p, [&](const Counts& counts) { cases.add(check(given, weights, counts), given.sizes); });
        } while (std::ranges::next_permutation(weights).found);
      });
    return cases;
  };
}

// The columns in order of their counts, each with the parts that it has.
void sort_columns(Weights& weights, Counts& counts) {
  std::vector<std::size_t> order(counts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t column) { return counts[column]; });
  std::vector<std::size_t> starts;
  std::exclusive_scan(counts.begin(), counts.end(), std::back_inserter(starts), std::size_t{0});
  Weights moved;
  Counts sorted;
  for (const std::size_t column : order) {
    const auto first = weights.begin() + static_cast<std::ptrdiff_t>(starts[column]);
    moved.insert(moved.end(), first, first + static_cast<std::ptrdiff_t>(counts[column]));
    sorted.push_back(counts[column]);
  }
  weights = moved;
  counts = sorted;
}

void sort_within_columns(Weights& weights, const Counts& counts) {
  auto first = weights.begin();
  for (const std::size_t count : counts) {
    const auto last = first + static_cast<std::ptrdiff_t>(count);
    std::ranges::sort(first, last, std::greater{});
    first = last;
  }
}

bool lemma1(const WholeCase& given, const Weights& any_weights, const Counts& any_counts) {
  Weights weights = any_weights;
  Counts counts = any_counts;
  const double before = acost(in_columns(given.extent, weights, counts));
  sort_columns(weights, counts);
  return at_most(acost(in_columns(given.extent, weights, counts)), before);
}

bool lemma2(const WholeCase& given, const Weights& any_weights, const Counts& counts) {
  Weights weights = any_weights;
  const double before = acost(in_columns(given.extent, weights, counts));
  sort_within_columns(weights, counts);
  return at_most(acost(in_columns(given.extent, weights, counts)), before);
}

bool acost_formula(const WholeCase& given, const Weights& weights, const Counts& counts) {
  const ColumnsCost cost = columns_cost(weights, counts);
  const double whole = std::accumulate(weights.begin(), weights.end(), 0.0);
  return equal(acost(in_columns(given.extent, weights, counts)),
               (cost.along * given.extent.rows + cost.across * given.extent.columns) / whole);
}

// Columns in order of their counts, parts in order of their weights.
double sorted_acost(const WholeCase& given, Counts counts) {
  std::ranges::sort(counts);
  return acost(in_columns(given.extent, given.weights, counts));
}

bool theorem1(const WholeCase& given, const Weights& weights, const Counts& counts) {
  return at_most(sorted_acost(given, counts), acost(in_columns(given.extent, weights, counts)));
}

CheckedCases theorem1_drawn(const LemmaBounds& bounds, RandomStream& stream) {
  boost::random::uniform_int_distribution<int> coin(0, 1);
  return for_drawn_cases(bounds, 2, 20, stream, [&](const WholeCase& given) {
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
  });
}

CheckedCases number_of_counts() {
  constexpr std::size_t most = 16;
  CheckedCases cases{.bound = most};
  for (std::size_t p = 1; p <= most; ++p) {
    std::uint64_t lists = 0;
    for_each_composition(p, [&](const Counts&) { ++lists; });
    cases.add(lists == std::uint64_t{1} << (p - 1), {static_cast<std::int64_t>(p)});
  }
  return cases;
}

CheckedCases number_of_sorted() {
  constexpr std::size_t most = 30;
  CheckedCases cases{.bound = most};
  for (std::size_t p = 1; p <= most; ++p) {
    std::uint64_t lists = 0;
    for_each_partition(p, [&](const Counts&) { ++lists; });
    cases.add(lists == partition_number(p) && (p != 5 || lists == 7), {static_cast<std::int64_t>(p)});
  }
  return cases;
}

// k and d of a decomposition in columns: Acost = d m + k n.
struct Coefficients {
  double d = 0;
  double k = 0;
};

Coefficients coefficients(const Weights& weights, const Counts& counts) {
  const ColumnsCost cost = columns_cost(weights, counts);
  const double whole = std::accumulate(weights.begin(), weights.end(), 0.0);
  return {cost.along / whole, cost.across / whole};
}

bool lemma3(const WholeCase& given, const Weights& weights, const Counts& counts) {
  const double before = acost(in_columns(given.extent, weights, counts));
  const double rotated = acost(in_rows(given.extent, weights, counts));
  const auto [d, k] = coefficients(weights, counts);
  return at_most(before, rotated) || !at_most(k, d);
}

CheckedCases rotation(const LemmaBounds& bounds, bool longer) {
  CheckedCases cases{.bound = bounds.parts};
  for (std::size_t p = 1; p <= static_cast<std::size_t>(bounds.parts); ++p)
    for_each_case(bounds, p, [&](const WholeCase& given) {
      for_each_partition(p, [&](const Counts& counts) {
        const auto [d, k] = coefficients(given.weights, counts);
        if (at_most(k, d) || (longer && given.extent.rows == given.extent.columns)) return;
        const double before = acost(in_columns(given.extent, given.weights, counts));
        cases.add(!at_most(before, acost(in_rows(given.extent, given.weights, counts))), given.sizes);
      });
    });
  return cases;
}

CheckedCases rotation_is_cheaper(const LemmaBounds& bounds) { return rotation(bounds, false); }

CheckedCases rotation_of_longer(const LemmaBounds& bounds) { return rotation(bounds, true); }

// The formula with the lines that it counts for l columns.
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

// Decompositions in columns are those in rows of the array turned by 90 degrees.
CheckedCases longer_side_first(const LemmaBounds& bounds, RandomStream& stream) {
  return for_drawn_cases(bounds, 2, 20, stream, [](const WholeCase& given) {
    return at_most(least_in_columns(given.extent, given.weights),
                   least_in_columns(given.extent.transposed(), given.weights));
  });
}

constexpr const char* all_columns = "all orders in all columns of up to %d parts, whole weights, all m <= n";
constexpr const char* sorted_columns = "all sorted columns of up to %d parts, whole weights, all m <= n";
constexpr const char* sizes = "m n a1 a2 a3 a4 a5 a6";

}  // namespace

std::vector<Lemma> checks_of_xy() {
  return {{{41, "longer-side", "Sections 3 and 6.2", Said::paper, Reach::mostly,
            "columns along the longer side are better than rows, "
            "so that the direction is to change where the rest is wider than long",
            "%d random cases of 2 to 20 parts", sides, "reconstructed"},
           longer_side_first},
          {{50, "lemma1", "Section 4, Lemma 1", Said::paper, Reach::always,
            "sorting columns by their counts does not increase Acost", all_columns, sizes},
           for_all_columns(lemma1)},
          {{51, "lemma2", "Section 4, Lemma 2", Said::paper, Reach::always,
            "sorting the parts of every column by size does not increase Acost", all_columns, sizes},
           for_all_columns(lemma2)},
          {{52, "acost-formula", "Section 4, Theorem 1", Said::paper, Reach::always,
            "Acost is (columns - 1) m + n sum of (count - 1) x the column's share", all_columns, sizes},
           for_all_columns(acost_formula)},
          {{53, "theorem1", "Section 4, Theorem 1", Said::paper, Reach::always,
            "no arrangement in columns has less Acost than the same counts, sorted, with sorted parts: pt(p) "
            "candidates suffice",
            all_columns, sizes},
           for_all_columns(theorem1)},
          {{54, "theorem1-drawn", "Section 4, Theorem 1, many parts", Said::paper, Reach::always,
            "no arrangement in columns has less Acost than the same counts, sorted, with sorted parts",
            "%d random arrangements of 2 to 20 parts", sides, "reconstructed"},
           theorem1_drawn},
          {{55, "lemma3", "Section 4, Lemma 3", Said::paper, Reach::always,
            "of Acost = d m + k n, rotating gives less only if k > d", all_columns, sizes},
           for_all_columns(lemma3)},
          {{56, "rotation", "Section 6.1", Said::paper, Reach::always, "where d < k, rotating gives less Acost",
            sorted_columns, sizes},
           rotation_is_cheaper},
          {{57, "rotation-of-longer", "Section 6.1", Said::amended, Reach::always,
            "where d < k and m < n, rotating gives less Acost", sorted_columns, sizes, "", "rotation"},
           rotation_of_longer},
          {{58, "lemma4", "Section 4, Lemma 4", Said::paper, Reach::always,
            "the least Acost of p equal parts in columns, by the formula, in which l columns cost l m",
            "all m <= n, p <= %d", sides},
           [](const LemmaBounds& bounds) { return lemma4(bounds, [](std::int64_t l) { return l; }); }},
          {{59, "lemma4-amended", "Section 4, Lemma 4", Said::amended, Reach::always,
            "the least Acost of p equal parts in columns, by the formula, with (l - 1) m for l columns",
            "all m <= n, p <= %d", sides},
           [](const LemmaBounds& bounds) { return lemma4(bounds, [](std::int64_t l) { return l - 1; }); }},
          {{61, "number-of-counts", "Section 4", Said::paper, Reach::always,
            "p is a sum of positive whole numbers in 2^(p-1) ways", "p <= %d, counted", "p"},
           number_of_counts},
          {{62, "number-of-sorted", "Section 4", Said::paper, Reach::always,
            "pt(p) of these sums are sorted; pt(5) = 7", "p <= %d, counted", "p"},
           number_of_sorted}};
}

}  // namespace apportion::kaddoura

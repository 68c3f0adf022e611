// Two, three and four partitions (Section 3, Figures 4 to 9): formulas and thresholds.
#include <algorithm>
#include <limits>

#include "experiments/kaddoura/layouts.hpp"
#include "experiments/kaddoura/lemma.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion::kaddoura {
namespace {

using Shares = std::vector<double>;

// a[1] is the share of the heaviest part, as the paper numbers them here.
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

// Every case has the shape of Figure 4 as well, whose n' is the width of the divided column.
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

// Whether no order of the weights, in columns or rows, costs less than the columns as they are.
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

// By a or b of the costs.
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

bool figure8_threshold(double m, double n, const Shares& s, const WholeCase& given) {
  const double with_rows = acost(figure8(given.extent, given.weights));
  const double with_columns = acost(in_columns(given.extent, given.weights, {1, 1, 2}));
  return at_most(m, (s[2] + s[3] + s[4]) * n) == at_most(with_columns, with_rows);
}

bool figure8_threshold_bcost(double m, double n, const Shares& s, const WholeCase& given) {
  const double with_rows = bcost(figure8(given.extent, given.weights));
  const double with_columns = bcost(in_columns(given.extent, given.weights, {1, 1, 2}));
  return at_most(m, 2 * (s[2] + s[3] + s[4]) * n) == at_most(with_columns, with_rows);
}

// Acost of what Figure 8 makes of the rest, against all decompositions of the rest among three parts.
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

constexpr const char* two = "m n a1 a2";
constexpr const char* three = "m n a1 a2 a3";
constexpr const char* four = "m n a1 a2 a3 a4";
constexpr const char* all = "all m <= n <= %d, whole weights";

}  // namespace

std::vector<Lemma> checks_of_small() {
  return {
      {{11, "figure4", "Section 2, Figure 4", Said::paper, Reach::always, "Acost is m + n', Bcost 2m + 2n'", all,
        three},
       for_all(3, figure4)},
      {{21, "figure5", "Section 3, Figure 5", Said::paper, Reach::always,
        "Acost m or n, Bcost 2m or 2n; exchanging the parts changes neither", all, two},
       for_all(2, figure5)},
      {{22, "figure5-order", "Section 3, Figure 5", Said::paper, Reach::always,
        "two parts side by side along n are never worse, by Acost or Bcost", all, two},
       for_all(2, figure5_order)},
      {{24, "figure6", "Section 3, Figure 6", Said::paper, Reach::always,
        "Acost and Bcost of (a), (b), (c) by the formulas", all, three},
       for_all(3, figure6)},
      {{25, "figure6-order", "Section 3, Figure 6", Said::paper, Reach::always,
        "exchanging parts of (a) does not reduce the cost", all, three},
       for_all(3, figure6_order)},
      {{26, "figure6-rotated", "Section 3, Figure 6", Said::paper, Reach::always,
        "rotating (a) or (c) does not reduce the cost", all, three},
       for_all(3, figure6_rotated)},
      {{27, "figure6-threshold", "Section 3, Figure 6", Said::paper, Reach::always,
        "Acost of (a) is at most that of (c) if, and only if, m >= n (a2 + a3)", all, three},
       for_all(3, figure6_threshold)},
      {{28, "best-of-three", "Section 3, Figure 6", Said::paper, Reach::always,
        "the better of (a) and (c) has the least Acost of all 36", all, three},
       for_all(3, best_of_three<&Costs::a>)},
      {{29, "best-of-three-bcost", "Section 3, Figure 6", Said::paper, Reach::always,
        "the better of (a) and (c) has the least Bcost of all 36", all, three},
       for_all(3, best_of_three<&Costs::b>)},
      {{32, "figure7", "Section 3, Figure 7", Said::paper, Reach::always,
        "Acost and Bcost of (a) to (d) by the caption's formulas", all, four},
       for_all(4, figure7)},
      {{33, "figure7-text", "Section 3, text on Figure 7 (c)", Said::paper, Reach::always,
        "with a1 and a2 exchanged Acost is m + 3n (a1 + a3 + a4)", all, four},
       for_all(4, figure7_text)},
      {{34, "figure7-order", "Section 3, Figure 7", Said::paper, Reach::always,
        "exchanging parts of (a) to (d) reduces neither cost", all, four},
       for_all(4, figure7_order)},
      {{36, "figure8", "Section 3, Figure 8", Said::paper, Reach::always, "Acost and Bcost by the formulas", all, four},
       for_all(4, figure8_costs)},
      {{37, "figure8-threshold", "Section 3, Figures 8 and 9", Said::paper, Reach::always,
        "less Acost than Figure 7 (b) if, and only if, m > (a2 + a3 + a4) n", all, four},
       for_all(4, figure8_threshold)},
      {{38, "figure8-rest", "Section 3, Figures 8 and 9", Said::paper, Reach::always,
        "where m > (a2 + a3 + a4) n, the rest is then divided as is best for three parts", all, four},
       figure8_rest},
      {{39, "figure8-threshold-bcost", "Section 3, Figures 8 and 9", Said::paper, Reach::always,
        "less Bcost than Figure 7 (b) if, and only if, m > 2 (a2 + a3 + a4) n", all, four},
       for_all(4, figure8_threshold_bcost)}};
}

}  // namespace apportion::kaddoura

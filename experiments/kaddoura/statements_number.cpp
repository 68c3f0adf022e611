// How many decompositions there are (Sections 1, 3 and 4), counted.
#include <algorithm>
#include <cmath>
#include <set>

#include "experiments/kaddoura/layouts.hpp"
#include "experiments/kaddoura/lemma.hpp"

namespace apportion::kaddoura {
namespace {

// Sides and weights of which no two divisions that are drawn differently coincide.
const Extent odd_extent{1000, 1618};

Weights odd_weights(std::size_t p) {
  const std::vector<double> squares = {11, 7, 5, 3, 2, 1.3};
  Weights weights;
  for (std::size_t k = 0; k < p; ++k) weights.push_back(std::sqrt(squares.at(k)));
  return weights;
}

class DistinctLayouts {
 public:
  void add(const Decomposition& layout) {
    std::vector<std::int64_t> key;
    for (const Rect& part : layout.parts)
      for (const double side : {part.row, part.column, part.rows, part.columns})
        key.push_back(std::llround(1e6 * side));
    seen_.insert(std::move(key));
  }
  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(seen_.size()); }

 private:
  std::set<std::vector<std::int64_t>> seen_;
};

// The parts keep their weights: in_columns() puts them into another order.
void add_orders(DistinctLayouts& layouts, std::size_t p, const Counts& counts, bool rows) {
  const Weights weights = odd_weights(p);
  std::vector<std::size_t> order(p);
  for (std::size_t k = 0; k < p; ++k) order[k] = k;
  do {
    Weights moved;
    for (const std::size_t k : order) moved.push_back(weights[k]);
    const Decomposition made = rows ? in_rows(odd_extent, moved, counts) : in_columns(odd_extent, moved, counts);
    Decomposition back = made;
    for (std::size_t k = 0; k < p; ++k) back.parts[order[k]] = made.parts[k];
    layouts.add(back);
  } while (std::ranges::next_permutation(order).found);
}

std::int64_t all_layouts(std::size_t p) {
  DistinctLayouts layouts;
  for_each_slicing(odd_extent, odd_weights(p), [&](const Decomposition& each) { layouts.add(each); });
  return layouts.count();
}

std::int64_t xy_layouts(std::size_t p, bool both_ways) {
  DistinctLayouts layouts;
  for_each_composition(p, [&](const Counts& counts) {
    add_orders(layouts, p, counts, false);
    if (both_ways) add_orders(layouts, p, counts, true);
  });
  return layouts.count();
}

// Every decomposition is a case; all of them fail if their number is not right.
CheckedCases counted(std::int64_t count, bool right) {
  return {.bound = count, .cases = count, .failures = right ? 0 : count};
}

CheckedCases two_ways() {
  const std::int64_t count = all_layouts(2);
  return counted(count, count == 4);
}

CheckedCases three_ways() {
  const std::int64_t count = all_layouts(3);
  return counted(count, count == 36);
}

CheckedCases four_ways() {
  const std::int64_t count = all_layouts(4);
  return counted(count, count >= 384);
}

CheckedCases drawn_four() {
  DistinctLayouts layouts;
  const std::vector<Counts> drawn = {{1, 1, 1, 1}, {1, 1, 2}, {1, 3}, {2, 2}};
  for (const Counts& counts : drawn)
    for (const bool rows : {false, true}) add_orders(layouts, 4, counts, rows);
  return counted(layouts.count(), layouts.count() == std::int64_t{8} * 24);
}

CheckedCases xy_number(const LemmaBounds& bounds) {
  CheckedCases cases{.bound = bounds.parts};
  for (std::size_t p = 1; p <= static_cast<std::size_t>(bounds.parts); ++p) {
    const auto expected = static_cast<std::int64_t>(std::ldexp(factorial(p), static_cast<int>(p) - 1));
    cases.add(xy_layouts(p, false) == expected, {static_cast<std::int64_t>(p)});
  }
  return cases;
}

// Of slicing decompositions: there are no others of up to four parts, and more of five.
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

CheckedCases figure8_is_new() {
  DistinctLayouts layouts;
  for_each_composition(4, [&](const Counts& counts) {
    for (const bool rows : {false, true}) add_orders(layouts, 4, counts, rows);
  });
  const std::int64_t before = layouts.count();
  layouts.add(figure8(odd_extent, odd_weights(4)));
  return counted(before, layouts.count() == before + 1);
}

constexpr const char* enumerated = "all %d of them, counted";

}  // namespace

std::vector<Lemma> checks_of_number() {
  return {
      {{1, "order-of-all", "Section 1", Said::paper, Reach::always,
        "there are at least of the order of p! 2^p decompositions: the quotient of both does not fall as p grows",
        "2 <= p <= %d, slicing ones counted", "p"},
       order_of_all},
      {{20, "two-ways", "Section 3", Said::paper, Reach::always, "there are 4 decompositions into two parts",
        enumerated},
       two_ways},
      {{23, "three-ways", "Section 3", Said::paper, Reach::always, "there are 36 decompositions into three parts",
        enumerated},
       three_ways},
      {{30, "four-ways", "Section 3", Said::paper, Reach::always,
        "there are at least 384 decompositions into four parts", enumerated},
       four_ways},
      {{31, "drawn-four", "Section 3, Figure 7", Said::paper, Reach::always,
        "(a) to (d) and their rotations have 4! arrangements each, all different", enumerated},
       drawn_four},
      {{35, "figure8-is-new", "Section 3, Figure 8", Said::paper, Reach::always,
        "the decomposition is none of those cut along one axis, then along the other", "all %d of XY kind, counted"},
       figure8_is_new},
      {{60, "xy-number", "Section 4", Said::paper, Reach::always, "there are p! 2^(p-1) XY decompositions",
        "p <= %d, counted", "p"},
       xy_number}};
}

}  // namespace apportion::kaddoura

// The cases that the checks of statements share.
#include "experiments/kaddoura/lemma.hpp"

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <functional>

#include "experiments/kaddoura/grid.hpp"
#include "experiments/kaddoura/layouts.hpp"
#include "sim/samplers.hpp"

namespace apportion::kaddoura {
namespace {

void extend_weights(std::size_t p, std::int64_t most, WholeCase& made,
                    const std::function<void(const WholeCase&)>& visit) {
  if (made.weights.size() == p) return visit(made);
  for (std::int64_t weight = 1; weight <= most; ++weight) {
    made.weights.push_back(static_cast<double>(weight));
    made.sizes.push_back(weight);
    extend_weights(p, weight, made, visit);
    made.weights.pop_back();
    made.sizes.pop_back();
  }
}

double any_of(const std::vector<double>& values, RandomStream& stream) {
  return values.at(boost::random::uniform_int_distribution<std::size_t>(0, values.size() - 1)(stream));
}

}  // namespace

std::vector<Lemma> lemmas() {
  return engine::in_order({checks_of_costs(), checks_of_edges(), checks_of_number(), checks_of_search(),
                           checks_of_small(), checks_of_xy()});
}

void for_each_case(const LemmaBounds& bounds, std::size_t p, const std::function<void(const WholeCase&)>& visit) {
  for (std::int64_t m = 1; m <= bounds.side; ++m)
    for (std::int64_t n = m; n <= bounds.side; ++n) {
      WholeCase made{{static_cast<double>(m), static_cast<double>(n)}, {}, {m, n}};
      extend_weights(p, bounds.weight, made, visit);
    }
}

WholeCase drawn_case(std::size_t p, RandomStream& stream) {
  const double columns = any_of(array_columns(), stream);
  WholeCase made{{array_rows, columns}, draw_cluster("max-set", p, any_of(speed_ratios(), stream), stream).speeds, {}};
  std::ranges::sort(made.weights, std::greater{});
  made.sizes = {array_rows, static_cast<std::int64_t>(columns), static_cast<std::int64_t>(p)};
  return made;
}

engine::CasesUpTo<LemmaBounds> for_all_tilings(bool (*check)(const Decomposition& each)) {
  return [check](const LemmaBounds& bounds) {
    CheckedCases cases{.bound = bounds.cells};
    for (std::int64_t rows = 1; rows <= bounds.cells; ++rows)
      for (std::int64_t columns = rows; columns <= bounds.cells; ++columns)
        for_each_tiling(static_cast<std::size_t>(rows), static_cast<std::size_t>(columns),
                        [&](const Decomposition& each) {
                          cases.add(check(each), {rows, columns, static_cast<std::int64_t>(each.parts.size())});
                        });
    return cases;
  };
}

CheckedCases for_drawn_cases(const LemmaBounds& bounds, std::size_t least, std::size_t most, RandomStream& stream,
                             const std::function<bool(const WholeCase&)>& check) {
  CheckedCases cases{.bound = bounds.draws};
  boost::random::uniform_int_distribution<std::size_t> any_number(least, most);
  for (std::int64_t draw = 0; draw < bounds.draws; ++draw) {
    const WholeCase given = drawn_case(any_number(stream), stream);
    cases.add(check(given), given.sizes);
  }
  return cases;
}

bool at_most(double a, double b) { return a <= b + 1e-9 * std::max({1.0, std::abs(a), std::abs(b)}); }

bool equal(double a, double b) { return at_most(a, b) && at_most(b, a); }

}  // namespace apportion::kaddoura

// Properties of every rectangle algorithm, over the whole range of problems.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "sim/rectangles/decomposition.hpp"
#include "sim/samplers.hpp"
#include "tests/support/rectangles.hpp"
#include "tests/support/registry.hpp"

namespace apportion {
namespace {
using testing_support::solve;

// Speeds in 128ths from 1 to 8, whole ones that tie, or equal ones; arrays of any shape up to 1:20 either way.
rc::Gen<RectangleProblem> rectangle_problems(std::size_t most_processors = 10) {
  return rc::gen::exec([most_processors] {
    const auto p = *rc::gen::inRange<std::size_t>(1, most_processors + 1);
    const int kind = *rc::gen::inRange(0, 3);
    RectangleProblem problem;
    for (std::size_t i = 0; i < p; ++i) {
      const int drawn = *rc::gen::inRange(128, 1025);
      problem.cluster.speeds.push_back(kind == 0 ? drawn / 128.0 : kind == 1 ? 1 + drawn % 4 : 1);
    }
    const double side = *rc::gen::element(1000.0, 1300.0, 2000.0, 3000.0, 5000.0, 20000.0);
    problem.extent = *rc::gen::arbitrary<bool>() ? Extent{1000, side} : Extent{side, 1000};
    problem.latency = *rc::gen::element(0.0, 1.0, 100.0, 1000.0);
    return problem;
  });
}

// Variants with the arithmetic behind the printed tables; their costs differ from the geometry's.
bool computes_otherwise(const std::string& name) { return name.find("[legacy") != std::string::npos; }

// Methods for which the order of the processors determines their machines.
bool depends_on_order(const std::string& name) { return name.starts_with("MULTILEVEL"); }

double slack(const Extent& extent) { return 1e-9 * extent.half_perimeter(); }

using SidesOfPart = std::tuple<double, double, double, double>;

// The rectangles of a part, in any order.
std::vector<SidesOfPart> sides_of(const Decomposition& decomposition, std::size_t processor) {
  std::vector<SidesOfPart> sides;
  for (const Rect& rect : rectangles_of(decomposition, processor))
    sides.emplace_back(rect.row, rect.column, rect.rows, rect.columns);
  std::ranges::sort(sides);
  return sides;
}

void expect_equal(const Decomposition& a, const Decomposition& b) {
  RC_ASSERT(a.parts.size() == b.parts.size());
  for (std::size_t i = 0; i < a.parts.size(); ++i) RC_ASSERT(sides_of(a, i) == sides_of(b, i));
}

class EveryRectangleAlgorithm : public ::testing::TestWithParam<std::string> {
 protected:
  // Searches take a hundred times as long as the others, and run in a fifth of the cases.
  static void check(const auto& property) {
    const bool is_search = GetParam().starts_with("BEST");
    ASSERT_TRUE(rc::check([&] {
      if (!is_search || *rc::gen::inRange(0, 5) == 0) property();
    }));
  }

  // A proof takes exponential time.
  static rc::Gen<RectangleProblem> problems() { return rectangle_problems(GetParam().starts_with("OPTIMAL") ? 6 : 10); }
};

TEST_P(EveryRectangleAlgorithm, TilesTheArrayAndCostsWhatTheGeometrySays) {
  check([&] {
    const RectangleProblem problem = *problems();
    const RectangleSolution solution = solve(GetParam(), problem);
    const Decomposition& decomposition = solution.decomposition;
    const std::vector<double>& speeds = problem.cluster.speeds;
    RC_ASSERT(decomposition.parts.size() == speeds.size());
    RC_ASSERT(testing_support::tiles(decomposition));
    const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
    for (std::size_t i = 0; i < speeds.size(); ++i)
      RC_ASSERT(std::abs(part_area(decomposition, i) - speeds[i] / sum * problem.extent.area()) <=
                1e-9 * problem.extent.area());
    const double cost = acost(decomposition);
    const std::int64_t edges = internal_edges(decomposition);
    RC_ASSERT(edges == testing_support::adjacent_pairs(decomposition));
    if (!computes_otherwise(GetParam())) {  // on purpose
      RC_ASSERT(std::abs(solution.claimed_acost - cost) <= slack(problem.extent));
      if (solution.claimed_edges) RC_ASSERT(*solution.claimed_edges == edges);
    }
    const Shapes shapes = shapes_of(decomposition);
    RC_ASSERT(cost >= acost_lower_bound(problem.extent, problem.cluster, shapes) - slack(problem.extent));
    RC_ASSERT(total_cost(cost, edges, problem.latency) >= total_lower_bound(problem, shapes) - slack(problem.extent));
  });
}

TEST_P(EveryRectangleAlgorithm, OnlyTheNamesOfProcessorsDependOnTheirOrder) {
  if (depends_on_order(GetParam())) GTEST_SKIP() << "the order groups the processors";
  check([&] {
    const RectangleProblem problem = *problems();
    RectangleProblem permuted = problem;
    const int rotation = *rc::gen::inRange(0, 10);
    std::vector<double>& speeds = permuted.cluster.speeds;
    std::rotate(speeds.begin(), speeds.begin() + rotation % static_cast<int>(speeds.size()), speeds.end());
    std::ranges::reverse(speeds);
    const auto parts_by_speed = [&](const RectangleProblem& asked) {
      const Decomposition decomposition = solve(GetParam(), asked).decomposition;
      std::vector<std::pair<double, std::vector<SidesOfPart>>> parts;
      for (std::size_t i = 0; i < decomposition.parts.size(); ++i)
        parts.emplace_back(asked.cluster.speeds[i], sides_of(decomposition, i));
      std::ranges::sort(parts);
      return parts;
    };
    RC_ASSERT(parts_by_speed(problem) == parts_by_speed(permuted));
  });
}

TEST_P(EveryRectangleAlgorithm, OnlyRatiosOfSpeedsCount) {
  check([&] {
    const RectangleProblem problem = *problems();
    RectangleProblem scaled = problem;
    const double factor = std::ldexp(1.0, *rc::gen::inRange(-300, 300));
    for (double& speed : scaled.cluster.speeds) speed *= factor;
    expect_equal(solve(GetParam(), problem).decomposition, solve(GetParam(), scaled).decomposition);
  });
}

// A tenth and a third are rounded, so that tied sums of speeds differ in their last bits: only tolerances detect the
// tie.
TEST_P(EveryRectangleAlgorithm, SpeedsThatTieTieInEveryUnit) {
  check([&] {
    RectangleProblem problem = *problems();
    for (double& speed : problem.cluster.speeds) speed = std::round(speed);
    RectangleProblem scaled = problem;
    const double factor = *rc::gen::element(0.1, 1.0 / 3);
    for (double& speed : scaled.cluster.speeds) speed *= factor;
    const Decomposition a = solve(GetParam(), problem).decomposition;
    const Decomposition b = solve(GetParam(), scaled).decomposition;
    RC_ASSERT(std::abs(acost(a) - acost(b)) <= slack(problem.extent));
    RC_ASSERT(internal_edges(a) == internal_edges(b));
  });
}

TEST_P(EveryRectangleAlgorithm, TransposedArraysCostTheSame) {
  check([&] {
    const RectangleProblem problem = *problems();
    const RectangleProblem turned{problem.extent.transposed(), problem.cluster, problem.latency};
    const RectangleSolution a = solve(GetParam(), problem);
    const RectangleSolution b = solve(GetParam(), turned);
    RC_ASSERT(std::abs(acost(a.decomposition) - acost(b.decomposition)) <= slack(problem.extent));
    RC_ASSERT(std::abs(a.claimed_acost - b.claimed_acost) <= slack(problem.extent));
    RC_ASSERT(internal_edges(a.decomposition) == internal_edges(b.decomposition));
    RC_ASSERT(a.claimed_edges == b.claimed_edges);
  });
}

TEST_P(EveryRectangleAlgorithm, OneProcessorHasTheArray) {
  for (const Extent& extent : {Extent{10, 30}, Extent{30, 10}}) {
    const RectangleSolution solution = solve(GetParam(), {extent, {{2.5}, {}}, 100});
    ASSERT_EQ(solution.decomposition.parts.size(), 1U);
    EXPECT_EQ(solution.decomposition.parts[0].rows, extent.rows);
    EXPECT_EQ(solution.decomposition.parts[0].columns, extent.columns);
    EXPECT_EQ(solution.claimed_acost, 0);
    EXPECT_EQ(internal_edges(solution.decomposition), 0);
  }
}

TEST_P(EveryRectangleAlgorithm, RefusesSpeedsThatRoundingSwallows) {
  for (const double tiny : {1e-15, 1e-30, 1e-300})
    EXPECT_THROW((void)solve(GetParam(), {{1000, 1500}, {{1, tiny, 3, tiny, tiny, 2, tiny}, {}}, 0}), InputError);
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryRectangleAlgorithm,
                         ::testing::ValuesIn(testing_support::entry_names<RectangleAlgorithm>()),
                         testing_support::test_name);

// Least Acost of dividing a box among the processors of `set` by straight cuts, by enumeration.
double best_guillotine(const std::vector<double>& areas, std::size_t set, double rows, double columns) {
  if ((set & (set - 1)) == 0) return 0;
  const auto area = [&areas](std::size_t of) {
    double sum = 0;
    for (std::size_t i = 0; i < areas.size(); ++i) sum += (of >> i) % 2 == 1 ? areas[i] : 0;
    return sum;
  };
  const double whole = area(set);
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t part = (set - 1) & set; part > 0; part = (part - 1) & set) {
    const std::size_t rest = set ^ part;
    if (part < rest) continue;
    const double share = area(part) / whole;
    best = std::min({best,
                     rows + best_guillotine(areas, part, rows, columns * share) +
                         best_guillotine(areas, rest, rows, columns * (1 - share)),
                     columns + best_guillotine(areas, part, rows * share, columns) +
                         best_guillotine(areas, rest, rows * (1 - share), columns)});
  }
  return best;
}

// No division by straight cuts is better than the best of them, whichever algorithm found it.
TEST(RectangleAlgorithms, NoneBeatsTheBestGuillotine) {
  int reached = 0;
  for (std::size_t p = 2; p <= 5; ++p)
    for (const double side : {1000.0, 2500.0})
      for (int sample = 0; sample < 8; ++sample) {
        SCOPED_TRACE(::testing::Message() << p << ' ' << side << ' ' << sample);
        RandomStream stream(3, "guillotine " + std::to_string(sample));
        const RectangleProblem problem{{1000, side}, draw_cluster("max-set", p, 5, stream), 0};
        std::vector<double> areas;
        for (const double speed : problem.cluster.speeds) areas.push_back(speed);
        const double best = best_guillotine(areas, (std::size_t{1} << p) - 1, 1000, side);
        ASSERT_GE(best, acost_lower_bound(problem.extent, problem.cluster) - slack(problem.extent));
        for (const std::string& name : testing_support::entry_names<RectangleAlgorithm>()) {
          const Decomposition decomposition = solve(name, problem).decomposition;
          if (shapes_of(decomposition) == Shapes::rectangles && testing_support::is_slicing(decomposition)) {
            ASSERT_GE(acost(decomposition), best - slack(problem.extent)) << name;
          }
        }
        reached += acost(solve("TILE", problem).decomposition) <= best + slack(problem.extent) ? 1 : 0;
      }
  EXPECT_GT(reached, 0);
}

// XY2 considers all decompositions of XY, and more.
RC_GTEST_PROP(RectangleAlgorithms, Xy2CostsNoMoreThanXy, ()) {
  const RectangleProblem problem = *rectangle_problems(12);
  const auto total = [&](const char* name) {
    const Decomposition decomposition = solve(name, problem).decomposition;
    return total_cost(acost(decomposition), internal_edges(decomposition), problem.latency);
  };
  RC_ASSERT(total("XY2") <= total("XY") + slack(problem.extent));
  RC_ASSERT(std::abs(total("XY2") - total("XY2[enumerate]")) <= slack(problem.extent));
}

using testing_support::adjacent_pairs;

double power_of_ten(double low, double high, RandomStream& stream) {
  return std::pow(10.0, low + (high - low) * boost::random::uniform_real_distribution<double>(0, 1)(stream));
}

template <class T>
T one_of(const std::vector<T>& values, RandomStream& stream) {
  return values[boost::random::uniform_int_distribution<std::size_t>(0, values.size() - 1)(stream)];
}

// Sides up to 1e18 and down to 1e-18, weights up to a factor of 1e308 apart; half of the problems have sides and
// weights similar enough to be accepted.
RectangleProblem extreme_problem(std::size_t most_processors, RandomStream& stream) {
  RectangleProblem problem;
  const double side = power_of_ten(-18, 18, stream);
  const double aspect = power_of_ten(0, one_of<double>({1, 3, 8, 10, 30}, stream), stream);
  problem.extent = one_of<int>({0, 1}, stream) == 0 ? Extent{side, std::min(side * aspect, 1e18)}
                                                    : Extent{std::min(side * aspect, 1e18), side};
  const auto orders = one_of<double>({0, 1, 3, 7, 8, 10, 308}, stream);
  const bool few_values = one_of<int>({0, 1}, stream) == 0;
  const double other = power_of_ten(0, orders, stream);
  const auto p = boost::random::uniform_int_distribution<std::size_t>(1, most_processors)(stream);
  for (std::size_t i = 0; i < p; ++i)
    problem.cluster.speeds.push_back(few_values ? one_of<double>({1, other}, stream) : power_of_ten(0, orders, stream));
  // Only one number of 1e308 fits a sum.
  const double most = *std::ranges::max_element(problem.cluster.speeds);
  for (double& speed : problem.cluster.speeds) speed = std::max(speed / most, 1e-308);
  problem.latency = one_of<double>({0, 1, 1e-3 * side, side}, stream);
  return problem;
}

struct Counts {
  int accepted = 0;
  int refused = 0;
};

// Checks every answer to a problem that is not refused.
void expect_right(const RectangleProblem& problem, const Decomposition& decomposition) {
  const std::vector<double>& speeds = problem.cluster.speeds;
  const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  ASSERT_TRUE(testing_support::tiles(decomposition));
  for (std::size_t i = 0; i < speeds.size(); ++i)
    ASSERT_NEAR(part_area(decomposition, i) / (speeds[i] / sum * problem.extent.area()), 1, 1e-9) << i;
  const std::int64_t edges = internal_edges(decomposition);
  ASSERT_EQ(edges, adjacent_pairs(decomposition));
  ASSERT_GE(total_cost(acost(decomposition), edges, problem.latency),
            total_lower_bound(problem, shapes_of(decomposition)) * (1 - 1e-12));
}

// Solves the problem, or expects a helpful refusal.
void try_problem(const std::string& name, const RectangleProblem& problem, Counts& counts) {
  try {
    const Decomposition decomposition = solve(name, problem).decomposition;
    ++counts.accepted;
    expect_right(problem, decomposition);
  } catch (const InputError& error) {
    ++counts.refused;
    const std::string text = error.what();
    ASSERT_TRUE((text.find("weight ") != std::string::npos && text.find(" of the sum or more") != std::string::npos) ||
                text.find("too long to be divided") != std::string::npos)
        << text;
  }
}

class RangeOfRectangles : public ::testing::TestWithParam<std::string> {
 protected:
  static void try_problems(int samples, std::size_t most_processors) {
    Counts counts;
    for (int sample = 0; sample < samples; ++sample) {
      RandomStream stream(5, "range " + std::to_string(sample));
      const RectangleProblem problem = extreme_problem(most_processors, stream);
      try_problem(GetParam(), problem, counts);
      if (::testing::Test::HasFatalFailure()) {
        showValue(problem, std::cerr << "sample " << sample << ": ");
        return;
      }
    }
    EXPECT_GE(counts.accepted, samples / 5);
    EXPECT_GE(counts.refused, samples / 5);
  }
};

// Takes milliseconds instead of microseconds.
bool searches(const std::string& name) { return name.starts_with("BEST"); }

TEST_P(RangeOfRectangles, EveryAnswerIsRightOrRefused) {
  try_problems(searches(GetParam()) ? 300 : 2000, GetParam().starts_with("OPTIMAL") ? 5 : 10);
}

TEST_P(RangeOfRectangles, EveryAnswerForManyProcessorsIsRightOrRefused) {
  const bool enumerates = GetParam() == "XY" || GetParam() == "XY2[enumerate]" || GetParam().starts_with("TILE") ||
                          GetParam().starts_with("OPTIMAL");
  if (enumerates) GTEST_SKIP() << "takes exponential time";
  try_problems(searches(GetParam()) ? 25 : 200, 120);
}

// An aspect ratio beyond all numbers, and shares that are 0 after normalisation.
TEST_P(RangeOfRectangles, WhatOverflowsOnTheWayIsRefused) {
  Counts counts;
  const std::vector<double> vanishing = {1e300, 1e-100, 1e-100};
  for (const RectangleProblem& problem :
       {RectangleProblem{{1e-200, 1e200}, {{1, 1}, {}}, 0}, RectangleProblem{{1e-100, 1e100}, {{3, 2, 1}, {}}, 0},
        RectangleProblem{{1e100, 1e-100}, {{3, 2, 1, 1, 1, 1, 1, 1}, {}}, 1},
        RectangleProblem{{1, 1}, {vanishing, {}}, 0}, RectangleProblem{{1, 3}, {vanishing, {}}, 1}})
    try_problem(GetParam(), problem, counts);
  EXPECT_EQ(counts.refused, 5);
  try_problem(GetParam(), {{1e-200, 1e200}, {{1}, {}}, 0}, counts);
  EXPECT_EQ(counts.accepted, 1);
}

TEST_P(RangeOfRectangles, WeightsAboveTheLimitThatMessagesNameAreAccepted) {
  for (int sample = 0; sample < 200; ++sample) {
    RandomStream stream(6, "limit " + std::to_string(sample));
    RectangleProblem problem{{1000, 1000 * power_of_ten(0, 2, stream)}, {}, 0};
    for (int i = 0; i < 8; ++i) problem.cluster.speeds.push_back(i == 0 ? 1 : power_of_ten(-5.98, 0, stream) / 8);
    const double sum = std::accumulate(problem.cluster.speeds.begin(), problem.cluster.speeds.end(), 0.0);
    if (*std::ranges::min_element(problem.cluster.speeds) < 1e-6 * sum) continue;
    ASSERT_NO_THROW(expect_right(problem, solve(GetParam(), problem).decomposition)) << sample;
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, RangeOfRectangles,
                         ::testing::ValuesIn(testing_support::entry_names<RectangleAlgorithm>()),
                         testing_support::test_name);

std::string refusal(const RectangleProblem& problem) {
  try {
    (void)solve("XY2", problem);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(RectangleRange, RefusalsNameTheWeightAndTheLimit) {
  EXPECT_EQ(refusal({{1000, 1000}, {{1e9, 1e9, 1}, {}}, 0}),
            "weight 2 is 1, which is 5e-10 of the sum: its part of 1000 x 1000 would be 1e-06 wide, and rounding hides "
            "what is narrower than 4e-06, 2e-9 of rows + columns; any algorithm accepts weights of 1e-06 of the sum or "
            "more");
  EXPECT_EQ(refusal({{1, 4.6e18}, {{1, 1}, {}}, 0}),
            "an array of 1 x 4.6e+18 is too long to be divided: rounding hides what is narrower than 9.2e+09, 2e-9 of "
            "rows + columns; its shorter side must be at least that");
  EXPECT_NE(refusal({{1000, 1000}, {{1, 1e308}, {}}, 0}).find("weight 0 is 1, which is 1e-308 of the sum"),
            std::string::npos);
  EXPECT_EQ(refusal({{1000, 1000}, {{1e4, 1e4, 1}, {}}, 0}), "accepted");
  EXPECT_EQ(refusal({{1, 4.6e18}, {{7}, {}}, 0}), "accepted");
}

TEST(RectangleRange, AreasAreCheckedToo) {
  const RectangleProblem problem{{10, 10}, {{1, 1}, {}}, 0};
  const auto halves = [](double cut) { return Decomposition{{10, 10}, {{0, 0, 10, cut}, {0, cut, 10, 10 - cut}}}; };
  EXPECT_NO_THROW(require_accurate(problem, halves(5 * (1 + 5e-10))));
  EXPECT_THROW(require_accurate(problem, halves(5 * (1 + 2e-9))), InputError);
  EXPECT_THROW(require_accurate(problem, halves(std::nan(""))), InputError);
}

// Neighbours between columns, counted along each boundary of two columns.
std::int64_t neighbours_in_columns(Decomposition decomposition) {
  const double tolerance = coincidence_tolerance(decomposition.extent);
  std::vector<Rect>& parts = decomposition.parts;
  std::ranges::sort(parts, [](const Rect& a, const Rect& b) {
    return a.column < b.column || (a.column == b.column && a.row < b.row);
  });
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (i == 0 || parts[i].column != parts[i - 1].column) starts.push_back(i);
  starts.push_back(parts.size());
  auto neighbours = static_cast<std::int64_t>(parts.size() - (starts.size() - 1));
  for (std::size_t c = 0; c + 2 < starts.size(); ++c)
    for (std::size_t i = starts[c], j = starts[c + 1]; i < starts[c + 1] && j < starts[c + 2];) {
      const double overlap = std::min(parts[i].row_end(), parts[j].row_end()) - std::max(parts[i].row, parts[j].row);
      neighbours += overlap > tolerance ? 1 : 0;
      (parts[i].row_end() < parts[j].row_end() ? i : j) += 1;
    }
  return neighbours;
}

std::size_t distinct(const Decomposition& decomposition, double Rect::*coordinate) {
  std::vector<double> values;
  for (const Rect& part : decomposition.parts) values.push_back(part.*coordinate);
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values.size();
}

TEST(RectangleRange, EdgesOfAMillionProcessorsAreCounted) {
  for (const double columns : {1000.0, 100'000.0}) {
    SCOPED_TRACE(columns);
    RandomStream stream(7, "a million");
    RectangleProblem problem{{1000, columns}, {}, 0};
    for (int i = 0; i < 1'000'000; ++i) problem.cluster.speeds.push_back(power_of_ten(0, 0.3, stream));
    const Decomposition decomposition = solve("XY2", problem).decomposition;
    const std::int64_t edges = internal_edges(decomposition);
    const bool is_columns = distinct(decomposition, &Rect::column) < distinct(decomposition, &Rect::row);
    EXPECT_EQ(edges, neighbours_in_columns(is_columns ? decomposition : transposed(decomposition))) << columns;
    EXPECT_GE(acost(decomposition), acost_lower_bound(problem.extent, problem.cluster));
  }
}

}  // namespace
}  // namespace apportion

// What every registered rectangle algorithm must satisfy, by itself and against the best that there is.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/error.hpp"
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

// Variants that compute with the arithmetic behind the printed tables; their figures differ from the geometry's.
bool computes_otherwise(const std::string& name) { return name.find("[legacy") != std::string::npos; }

// The order of the processors says which machine they belong to.
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
  // Searches take a hundred times as long as the others, and are asked in a fifth of the cases.
  static void check(const auto& property) {
    const bool is_search = GetParam().starts_with("BEST");
    ASSERT_TRUE(rc::check([&] {
      if (!is_search || *rc::gen::inRange(0, 5) == 0) property();
    }));
  }

  // A proof takes exponential time.
  static rc::Gen<RectangleProblem> problems() { return rectangle_problems(GetParam().starts_with("OPTIMAL") ? 6 : 10); }
};

TEST_P(EveryRectangleAlgorithm, TilesTheArrayInProportion) {
  check([&] {
    const RectangleProblem problem = *problems();
    const Decomposition decomposition = solve(GetParam(), problem).decomposition;
    const std::vector<double>& speeds = problem.cluster.speeds;
    RC_ASSERT(decomposition.parts.size() == speeds.size());
    RC_ASSERT(testing_support::tiles(decomposition));
    const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
    for (std::size_t i = 0; i < speeds.size(); ++i)
      RC_ASSERT(std::abs(part_area(decomposition, i) - speeds[i] / sum * problem.extent.area()) <=
                1e-9 * problem.extent.area());
  });
}

TEST_P(EveryRectangleAlgorithm, ClaimsWhatTheGeometrySays) {
  if (computes_otherwise(GetParam())) GTEST_SKIP() << "differs on purpose";
  check([&] {
    const RectangleProblem problem = *problems();
    const RectangleSolution solution = solve(GetParam(), problem);
    RC_ASSERT(std::abs(solution.claimed_acost - acost(solution.decomposition)) <= slack(problem.extent));
    if (solution.claimed_edges) RC_ASSERT(*solution.claimed_edges == internal_edges(solution.decomposition));
  });
}

TEST_P(EveryRectangleAlgorithm, CostsNoLessThanTheBound) {
  check([&] {
    const RectangleProblem problem = *problems();
    const Decomposition decomposition = solve(GetParam(), problem).decomposition;
    const double cost = acost(decomposition);
    const Shapes shapes = shapes_of(decomposition);
    RC_ASSERT(cost >= acost_lower_bound(problem.extent, problem.cluster, shapes) - slack(problem.extent));
    RC_ASSERT(total_cost(cost, internal_edges(decomposition), problem.latency) >=
              total_lower_bound(problem, shapes) - slack(problem.extent));
    RC_ASSERT(internal_edges(decomposition) == testing_support::adjacent_pairs(decomposition));
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

// A tenth and a third are rounded, so sums of speeds that tie differ in their last bits: only tolerances still see the
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

// Least Acost of dividing a box among the processors of `set` by straight cuts through, by trying all.
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

// No division by straight cuts beats the best of all of them, whichever algorithm found it.
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

// XY2 looks at what XY looks at, and at more.
RC_GTEST_PROP(RectangleAlgorithms, Xy2CostsNoMoreThanXy, ()) {
  const RectangleProblem problem = *rectangle_problems(12);
  const auto total = [&](const char* name) {
    const Decomposition decomposition = solve(name, problem).decomposition;
    return total_cost(acost(decomposition), internal_edges(decomposition), problem.latency);
  };
  RC_ASSERT(total("XY2") <= total("XY") + slack(problem.extent));
  RC_ASSERT(std::abs(total("XY2") - total("XY2[enumerate]")) <= slack(problem.extent));
}

}  // namespace
}  // namespace apportion

// Rectangles by levels: machines of processors, and bisection before XY2.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "algorithms/rectangles/xy2.hpp"
#include "base/error.hpp"
#include "sim/samplers.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion {
namespace {

Machine of_processors(std::size_t count) { return Machine{std::vector<Machine>(count)}; }

// The rectangle around processors [first, last), and whether they fill it.
Rect place_of(const Decomposition& decomposition, std::size_t first, std::size_t last) {
  const double infinity = std::numeric_limits<double>::infinity();
  double row = infinity, column = infinity, row_end = 0, column_end = 0, area = 0;
  for (std::size_t i = first; i < last; ++i) {
    const Rect& part = decomposition.parts[i];
    row = std::min(row, part.row);
    column = std::min(column, part.column);
    row_end = std::max(row_end, part.row_end());
    column_end = std::max(column_end, part.column_end());
    area += part.area();
  }
  const Rect place{row, column, row_end - row, column_end - column};
  EXPECT_NEAR(place.area(), area, 1e-9 * decomposition.extent.area());
  return place;
}

void expect_near(const Rect& a, const Rect& b) {
  EXPECT_NEAR(a.row, b.row, 1e-6);
  EXPECT_NEAR(a.column, b.column, 1e-6);
  EXPECT_NEAR(a.rows, b.rows, 1e-6);
  EXPECT_NEAR(a.columns, b.columns, 1e-6);
}

void expect_near(const Decomposition& a, const Decomposition& b) {
  ASSERT_EQ(a.parts.size(), b.parts.size());
  for (std::size_t i = 0; i < a.parts.size(); ++i) expect_near(a.parts[i], b.parts[i]);
}

TEST(Multilevel, MachinesGetWhatTheOuterAlgorithmGivesThem) {
  const std::vector<double> speeds = {4, 3, 1, 2, 2, 2, 5};
  const Machine machine{{of_processors(3), of_processors(3), Machine{}}};
  const RectangleProblem problem{{1000, 1700}, {speeds, machine}, 50};
  for (const char* outer : {"XY2", "RecursiveBisection2", "TILE"}) {
    SCOPED_TRACE(outer);
    const Decomposition found = solve("MULTILEVEL[outer=" + std::string(outer) + "]", problem).decomposition;
    EXPECT_TRUE(tiles(found));
    const Decomposition machines = solve(outer, {problem.extent, {{8, 6, 5}, {}}, 50}).decomposition;
    expect_near(place_of(found, 0, 3), machines.parts[0]);
    expect_near(place_of(found, 3, 6), machines.parts[1]);
    expect_near(found.parts[6], machines.parts[2]);
    const Rect& first = machines.parts[0];
    const Decomposition inner = solve("XY2", {{first.rows, first.columns}, {{4, 3, 1}, {}}, 50}).decomposition;
    for (std::size_t i = 0; i < 3; ++i)
      expect_near(found.parts[i], {first.row + inner.parts[i].row, first.column + inner.parts[i].column,
                                   inner.parts[i].rows, inner.parts[i].columns});
  }
}

TEST(Multilevel, LevelsNestDeeper) {
  const Machine machine{{Machine{{of_processors(2), of_processors(3)}}, of_processors(2)}};
  const RectangleProblem problem{{1200, 1000}, {{1, 2, 3, 4, 5, 6, 7}, machine}, 0};
  const RectangleSolution solution = solve("MULTILEVEL[inner=RecursiveBisection2]", problem);
  EXPECT_TRUE(tiles(solution.decomposition));
  (void)place_of(solution.decomposition, 0, 2);
  (void)place_of(solution.decomposition, 2, 5);
  (void)place_of(solution.decomposition, 0, 5);
  (void)place_of(solution.decomposition, 5, 7);
  EXPECT_NEAR(solution.claimed_acost, acost(solution.decomposition), 1e-6);
}

TEST(Multilevel, FlatClustersAreDealtIntoGroups) {
  const RectangleProblem problem{{1000, 2000}, {{3, 1, 4, 1, 5, 9, 2}, {}}, 0};
  const Decomposition three = solve("MULTILEVEL[groups=3]", problem).decomposition;
  EXPECT_TRUE(tiles(three));
  (void)place_of(three, 0, 3);
  (void)place_of(three, 3, 5);
  (void)place_of(three, 5, 7);
  // With one group, or one processor per group, the inner or the outer algorithm does everything.
  const Decomposition alone = solve("XY2", problem).decomposition;
  expect_near(solve("MULTILEVEL[groups=1,outer=TILE]", problem).decomposition, alone);
  expect_near(solve("MULTILEVEL[groups=7,inner=TILE]", problem).decomposition, alone);
  expect_near(solve("MULTILEVEL[groups=100,inner=TILE]", problem).decomposition, alone);
}

TEST(Multilevel, OneProcessorHasTheArray) {
  const Decomposition found = solve("MULTILEVEL", {{10, 20}, {{3}, {}}, 0}).decomposition;
  expect_near(found.parts.at(0), {0, 0, 10, 20});
}

// The message uses the number of a processor in the whole cluster, not in its machine.
TEST(Multilevel, RefusesMachinesOfNoWeight) {
  const RectangleProblem problem{{10, 20}, {{1, 1, 1e-300, 1e-300}, {}}, 0};
  EXPECT_THAT(message_of([&] { (void)solve("MULTILEVEL", problem); }), HasSubstr("weight 2 is 1e-300"));
}

TEST(Multilevel, RefusesBadOptions) {
  const RectangleProblem problem{{10, 20}, {{1, 2, 3}, {}}, 0};
  EXPECT_THROW((void)solve("MULTILEVEL[groups=0]", problem), InputError);
  EXPECT_THAT(message_of([&] { (void)solve("MULTILEVEL[inner=TIEL]", problem); }),
              HasSubstr("'TIEL'; did you mean TILE"));
}

RectangleProblem random_problem(std::size_t p, const Extent& extent, double latency, int sample) {
  RandomStream stream(5, "hybrid_test " + std::to_string(sample));
  return {extent, draw_cluster(sample % 2 == 0 ? "max-set" : "integers", p, 4, stream), latency};
}

void expect_same_parts(const Decomposition& a, const Decomposition& b) {
  ASSERT_EQ(a.parts.size(), b.parts.size());
  for (std::size_t i = 0; i < a.parts.size(); ++i) {
    SCOPED_TRACE(i);
    ASSERT_NEAR(a.parts[i].row, b.parts[i].row, 1e-6);
    ASSERT_NEAR(a.parts[i].column, b.parts[i].column, 1e-6);
    ASSERT_NEAR(a.parts[i].rows, b.parts[i].rows, 1e-6);
    ASSERT_NEAR(a.parts[i].columns, b.parts[i].columns, 1e-6);
  }
}

TEST(Hybrid, LiesBetweenXy2AndRecursiveBisection2) {
  for (const Extent& extent : {Extent{1000, 1000}, Extent{1000, 3000}, Extent{2500, 1000}})
    for (std::size_t p = 1; p <= 12; ++p)
      for (const double latency : {0.0, 300.0}) {
        const RectangleProblem problem = random_problem(p, extent, latency, static_cast<int>(p));
        expect_same_parts(solve("HYBRID[levels=0]", problem).decomposition, solve("XY2", problem).decomposition);
        expect_same_parts(solve("HYBRID[levels=12]", problem).decomposition,
                          solve("RecursiveBisection2", problem).decomposition);
      }
}

TEST(Hybrid, ClaimsEdgesAcrossCuts) {
  for (int sample = 0; sample < 200; ++sample) {
    const RectangleProblem problem = random_problem(2 + static_cast<std::size_t>(sample) % 19, {1000, 1500}, 0, sample);
    for (const char* name : {"HYBRID", "HYBRID[levels=2]", "HYBRID[levels=3]"}) {
      const RectangleSolution solution = solve(name, problem);
      ASSERT_EQ(solution.claimed_edges, testing_support::adjacent_pairs(solution.decomposition)) << name << sample;
    }
  }
  // Sixteen equal squares: all corners are crossings.
  EXPECT_EQ(solve("HYBRID[levels=2]", {{1000, 1000}, {std::vector<double>(16, 1.0), {}}, 0}).claimed_edges, 24);
}

TEST(Hybrid, TakesMoreProcessorsWithLatencyThanXy2) {
  const RectangleProblem problem{{1000, 1000}, {std::vector<double>(largest_p_with_latency + 100, 1.0), {}}, 5};
  EXPECT_THROW((void)solve("XY2", problem), InputError);
  EXPECT_TRUE(testing_support::tiles(solve("HYBRID[levels=4]", problem).decomposition));
}

}  // namespace
}  // namespace apportion

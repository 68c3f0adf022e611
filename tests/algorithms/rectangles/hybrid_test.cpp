// HYBRID: between XY2 (no levels) and RecursiveBisection2 (as many levels as it takes).
#include <gtest/gtest.h>

#include <string>

#include "algorithms/rectangles/xy2.hpp"
#include "base/error.hpp"
#include "sim/samplers.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion {
namespace {

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

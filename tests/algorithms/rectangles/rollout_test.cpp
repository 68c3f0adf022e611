// ROLLOUT: never worse than XY2, equal to its recursion without shortcuts, and square corners.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "sim/samplers.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion {
namespace {

RectangleProblem random_problem(int sample, std::size_t most_processors, double latency) {
  RandomStream stream(12, "rollout_test " + std::to_string(sample));
  const std::size_t p = 1 + static_cast<std::size_t>(sample * 7) % most_processors;
  const double ratio = std::vector<double>{2, 8, 64, 512}[static_cast<std::size_t>(sample) % 4];
  const double columns = std::vector<double>{1000, 1700, 3000, 10'000}[static_cast<std::size_t>(sample / 4) % 4];
  return {{1000, columns}, draw_cluster(sample % 3 == 0 ? "integers" : "log-uniform", p, ratio, stream), latency};
}

double total(const RectangleProblem& problem, const RectangleSolution& solution) {
  return total_cost(acost(solution.decomposition), internal_edges(solution.decomposition), problem.latency);
}

TEST(Rollout, IsNeverWorseThanXy2) {
  int better = 0;
  for (const double latency : {0.0, 10.0, 300.0, 3000.0})
    for (int sample = 0; sample < 300; ++sample) {
      const RectangleProblem problem = random_problem(sample, 40, latency);
      const double columns = total(problem, solve("XY2", problem));
      for (const char* name : {"ROLLOUT", "ROLLOUT[l-shapes]"}) {
        const double found = total(problem, solve(name, problem));
        ASSERT_LE(found, columns + 1e-9 * problem.extent.half_perimeter()) << name << " " << latency << " " << sample;
        better += found < columns - 1 ? 1 : 0;
      }
    }
  EXPECT_GT(better, 600);
}

double columns_cost(const std::vector<double>& speeds, double width, double height) {
  if (speeds.size() == 1) return 0;
  return solve("XY2[enumerate]", {{height, width}, {speeds, {}}, 0}).claimed_acost;
}

// The steps as they are described, every value by enumeration. Speeds descend.
double plain_rollout(const std::vector<double>& speeds, double width, double height) {
  if (speeds.size() == 1) return 0;
  const double tolerance = 1e-9 * (width + height);
  const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  double best = columns_cost(speeds, width, height);
  double answer = best;
  for (const bool across_width : {true, false})
    for (std::size_t k = 1; k < speeds.size(); ++k) {
      const auto middle = speeds.begin() + static_cast<std::ptrdiff_t>(k);
      const std::vector<double> heavy(speeds.begin(), middle);
      const std::vector<double> light(middle, speeds.end());
      const double share = std::accumulate(heavy.begin(), heavy.end(), 0.0) / sum;
      const double w = across_width ? width * share : width;
      const double h = across_width ? height : height * share;
      const double rest_w = across_width ? width - w : width;
      const double rest_h = across_width ? height : height - h;
      const double cut = across_width ? height : width;
      const double cost = cut + columns_cost(heavy, w, h) + columns_cost(light, rest_w, rest_h);
      if (cost >= best - tolerance) continue;
      best = cost;
      answer = cut + plain_rollout(heavy, w, h) + plain_rollout(light, rest_w, rest_h);
    }
  return answer;
}

TEST(Rollout, IsItsRecursion) {
  int cuts = 0;
  for (int sample = 0; sample < 80; ++sample) {
    RectangleProblem problem = random_problem(4 * sample + 2 + sample % 2, 9, 0);
    std::ranges::sort(problem.cluster.speeds, std::ranges::greater());
    const double found = solve("ROLLOUT", problem).claimed_acost;
    const double plain = plain_rollout(problem.cluster.speeds, problem.extent.columns, problem.extent.rows);
    ASSERT_NEAR(found, plain, 1e-6) << sample;
    cuts += found < solve("XY2", problem).claimed_acost - 1 ? 1 : 0;
  }
  EXPECT_GT(cuts, 20);
}

// Becker and Lastovetsky 2006.
TEST(Rollout, FindsTheSquareCorner) {
  for (const double ratio : {1.0, 2.0, 2.9, 3.0, 3.1, 5.0, 50.0, 5000.0}) {
    const RectangleProblem problem{{1000, 1000}, {{ratio, 1}, {}}, 0};
    const double corner = 2000 * std::sqrt(1 / (1 + ratio));
    const RectangleSolution solution = solve("ROLLOUT[l-shapes]", problem);
    EXPECT_NEAR(acost(solution.decomposition), std::min(1000.0, corner), 1e-9) << ratio;
    EXPECT_EQ(solution.decomposition.further.size(), ratio > 3 ? 1U : 0U) << ratio;
    EXPECT_NEAR(acost(solve("ROLLOUT", problem).decomposition), 1000, 1e-9) << ratio;
  }
}

// With latency one edge is an edge, straight or not.
TEST(Rollout, FindsTheSquareCornerWithLatency) {
  const RectangleProblem problem{{1000, 1000}, {{9, 1}, {}}, 500};
  EXPECT_NEAR(total(problem, solve("ROLLOUT[l-shapes]", problem)), 2000 * std::sqrt(0.1) + 500, 1e-9);
}

// L shapes pay where speeds differ strongly, on the mean.
TEST(Rollout, LShapesPayOnTheMean) {
  double with = 0;
  double without = 0;
  for (int sample = 3; sample < 800; sample += 4) {
    const RectangleProblem problem = random_problem(sample, 20, 0);
    with += solve("ROLLOUT[l-shapes]", problem).claimed_acost;
    without += solve("ROLLOUT", problem).claimed_acost;
  }
  EXPECT_LT(with, 0.999 * without);
}

TEST(Rollout, RefusesMoreThanAThousand) {
  for (const double latency : {0.0, 1.0}) {
    const RectangleProblem problem{{1000, 1000}, {std::vector<double>(1001, 1), {}}, latency};
    try {
      (void)solve("ROLLOUT", problem);
      ADD_FAILURE() << "accepted";
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), ::testing::StartsWith("ROLLOUT takes at most 1000 processors, and there are 1001; "));
    }
  }
}

}  // namespace
}  // namespace apportion

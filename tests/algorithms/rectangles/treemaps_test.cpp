// SQUARIFIED, HUFFMAN and NAGAMOCHI-ABE: worked examples, and the factors that are proven for them.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/random/uniform_real_distribution.hpp>
#include <cmath>
#include <numeric>
#include <vector>

#include "sim/samplers.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion {
namespace {

RectangleSolution solve_for(const char* name, const std::vector<double>& speeds, double rows, double columns) {
  return solve(name, {{rows, columns}, {speeds, {}}, 0});
}

void expect_rect(const Rect& rect, double row, double column, double rows, double columns) {
  EXPECT_NEAR(rect.row, row, 1e-9);
  EXPECT_NEAR(rect.column, column, 1e-9);
  EXPECT_NEAR(rect.rows, rows, 1e-9);
  EXPECT_NEAR(rect.columns, columns, 1e-9);
}

// The example of Bruls, Huizing and van Wijk 2000, Figure 5: 6, 6 | 4, 3 | 2 | 2 | 1 on 6 x 4.
TEST(Squarified, DividesThePapersExample) {
  const RectangleSolution solution = solve_for("SQUARIFIED", {6, 6, 4, 3, 2, 2, 1}, 4, 6);
  const std::vector<Rect>& parts = solution.decomposition.parts;
  expect_rect(parts[0], 0, 0, 2, 3);
  expect_rect(parts[1], 2, 0, 2, 3);
  expect_rect(parts[2], 0, 3, 7.0 / 3, 12.0 / 7);
  expect_rect(parts[3], 0, 3 + 12.0 / 7, 7.0 / 3, 9.0 / 7);
  expect_rect(parts[4], 7.0 / 3, 3, 5.0 / 3, 1.2);
  expect_rect(parts[5], 7.0 / 3, 4.2, 5.0 / 3, 1.2);
  expect_rect(parts[6], 7.0 / 3, 5.4, 5.0 / 3, 0.6);
  EXPECT_NEAR(solution.claimed_acost, 47.0 / 3, 1e-12);
}

TEST(Squarified, EqualAreasThatFitASquareMakeRowsOfSquares) {
  for (const std::size_t side : {2U, 3U, 5U, 7U, 30U})
    EXPECT_NEAR(solve_for("SQUARIFIED", std::vector<double>(side * side, 1), 1, 1).claimed_acost,
                2.0 * static_cast<double>(side - 1), 1e-9)
        << side;
}

// 1 + 1 = 2, then the other 2 with it, then 4 + 4.
TEST(Huffman, CutsByTheTree) {
  const RectangleSolution solution = solve_for("HUFFMAN", {4, 2, 1, 1}, 8, 8);
  const std::vector<Rect>& parts = solution.decomposition.parts;
  EXPECT_EQ(solution.claimed_acost, 8 + 4 + 4);
  EXPECT_EQ(parts[0].rows, 8);
  EXPECT_EQ(parts[0].columns, 4);
  EXPECT_EQ(parts[1].rows, 4);
  EXPECT_EQ(parts[1].columns, 4);
  EXPECT_EQ(parts[2].rows, 4);
  EXPECT_EQ(parts[2].columns, 2);
}

// Least sum of the lengths of the paths to the leaves, which is what makes it a Huffman tree, by merging all pairs.
double least_path_length(const std::vector<double>& weights) {
  if (weights.size() == 1) return 0;
  double best = 1e300;
  for (std::size_t i = 0; i < weights.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      std::vector<double> rest = weights;
      rest[j] += rest[i];
      const double merged = rest[j];
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      best = std::min(best, merged + least_path_length(rest));
    }
  return best;
}

// The same over the trees whose leaves stand in the given order.
double least_ordered_path_length(const std::vector<double>& weights) {
  if (weights.size() == 1) return 0;
  double best = 1e300;
  for (std::size_t k = 1; k < weights.size(); ++k) {
    const auto middle = weights.begin() + static_cast<std::ptrdiff_t>(k);
    best = std::min(best, least_ordered_path_length({weights.begin(), middle}) +
                              least_ordered_path_length({middle, weights.end()}));
  }
  return best + std::accumulate(weights.begin(), weights.end(), 0.0);
}

// All cuts go across a long strip, so that the parts stand there in the order of the tree's leaves. In any other order
// than that of a Huffman tree no tree is as good.
TEST(Huffman, MergesTheLightest) {
  for (const std::vector<double>& weights :
       {std::vector<double>{5, 4, 3, 2, 1}, {8, 4, 2, 1, 1}, {3, 3, 3, 2, 2}, {16, 1, 1, 1, 1}, {9, 7, 5, 2, 2, 1}}) {
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    std::vector<Rect> parts = solve_for("HUFFMAN", weights, 1, 1000 * sum).decomposition.parts;
    std::ranges::sort(parts, {}, &Rect::column);
    std::vector<double> areas;
    for (const Rect& part : parts) areas.push_back(part.area() / 1000);
    EXPECT_NEAR(least_ordered_path_length(areas), least_path_length(weights), 1e-6);
  }
}

TEST(NagamochiAbe, CutsOffAThird) {
  const RectangleSolution solution = solve_for("NAGAMOCHI-ABE", {4, 3, 2, 1}, 1000, 1000);
  const std::vector<Rect>& parts = solution.decomposition.parts;
  EXPECT_NEAR(solution.claimed_acost, 1000 + 600 + 500, 1e-9);
  expect_rect(parts[0], 0, 0, 1000, 400);
  expect_rect(parts[1], 0, 400, 500, 600);
  expect_rect(parts[2], 500, 400, 500, 400);
  expect_rect(parts[3], 500, 800, 500, 200);
}

// A third is recognised in spite of the rounding of the prefix sums.
TEST(NagamochiAbe, EqualWeightsAreCutAtWholeThirds) {
  for (std::size_t p = 3; p <= 300; p += 3) {
    const Decomposition decomposition = solve_for("NAGAMOCHI-ABE", std::vector<double>(p, 1), 1, 2).decomposition;
    const double third = 2.0 / 3;
    double left = 0;
    for (const Rect& part : decomposition.parts) left += part.column_end() <= third + 1e-9 ? part.area() : 0;
    EXPECT_NEAR(left, third, 1e-9) << p;
  }
}

// The greatest sum of half perimeters over that of squares, where the factor is proven for aspect ratios of at most 3.
double factor(const char* name, const std::vector<double>& speeds, double columns) {
  const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  double squares = 0;
  for (const double speed : speeds) squares += 2 * std::sqrt(speed / sum * columns);
  return (solve_for(name, speeds, 1, columns).claimed_acost + 1 + columns) / squares;
}

// Proven where no aspect ratio of a part is above 3: 2/sqrt 3 for HUFFMAN. NAGAMOCHI-ABE: 1.25.
TEST(Treemaps, KeepTheirFactorsWhereNoPartIsLong) {
  int looked_at = 0;
  for (int sample = 0; sample < 4000; ++sample) {
    RandomStream stream(4, "treemaps " + std::to_string(sample));
    const std::size_t p = 2 + static_cast<std::size_t>(sample) % 30;
    const Cluster cluster = draw_cluster("max-set", p, sample % 2 == 0 ? 3 : 20, stream);
    for (const char* name : {"HUFFMAN", "NAGAMOCHI-ABE"}) {
      const Decomposition decomposition = solve_for(name, cluster.speeds, 1, 1 + sample % 3).decomposition;
      const bool has_long_part = std::ranges::any_of(decomposition.parts, [](const Rect& part) {
        return std::max(part.rows, part.columns) > 3 * std::min(part.rows, part.columns);
      });
      if (has_long_part) continue;
      ++looked_at;
      ASSERT_LE(factor(name, cluster.speeds, 1 + sample % 3), name[0] == 'H' ? 2 / std::sqrt(3.0) : 1.25) << sample;
    }
  }
  EXPECT_GT(looked_at, 1000);
}

// A row may be long: the extremes must neither fail nor take long.
TEST(Treemaps, DivideAHundredThousandWithOneGiant) {
  std::vector<double> speeds(100'000, 1);
  speeds[0] = 1e5;
  for (const char* name : {"SQUARIFIED", "HUFFMAN", "NAGAMOCHI-ABE"}) {
    const RectangleProblem problem{{1000, 1000}, {speeds, {}}, 0};
    const RectangleSolution solution = solve(name, problem);
    EXPECT_NEAR(solution.claimed_acost / acost(solution.decomposition), 1, 1e-9) << name;
    EXPECT_LE(solution.claimed_acost, 1.05 * acost_lower_bound(problem.extent, problem.cluster)) << name;
  }
}

}  // namespace
}  // namespace apportion

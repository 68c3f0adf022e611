// COLUMNS, the common frame of rectangle algorithms, and objectives.
#include <gtest/gtest.h>
#include <boost/random/uniform_real_distribution.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "algorithms/rectangles/frame.hpp"
#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "base/error.hpp"
#include "sim/random_stream.hpp"
#include "sim/samplers.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion {
namespace {

double total(const RectangleProblem& problem, const char* name) {
  const RectangleSolution solution = solve(name, problem);
  return total_cost(acost(solution.decomposition), internal_edges(solution.decomposition), problem.latency);
}

// The cheapest of all columns of all sets of processors in all orders, if no two dividers coincide: items fill columns
// one after the other, from left to right, and the columns cost as in Section 5.
class AllColumns {
 public:
  explicit AllColumns(const RectangleProblem& problem) : problem_(problem) {
    sum_ = std::accumulate(problem.cluster.speeds.begin(), problem.cluster.speeds.end(), 0.0);
  }

  double best() {
    const std::size_t all = (std::size_t{1} << problem_.cluster.size()) - 1;
    const Extent& extent = problem_.extent;
    return std::min(rest(all, 0, extent.rows, extent.columns), rest(all, 0, extent.columns, extent.rows));
  }

 private:
  // The added cost of columns of the processors of `set` after a column of `left` items, 0 for no column.
  double rest(std::size_t set, int left, double length, double other_side) {
    if (set == 0) return problem_.latency * static_cast<double>(problem_.cluster.size() - 1);
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t column = set; column > 0; column = (column - 1) & set) {
      double share = 0;
      int count = 0;
      for (std::size_t i = 0; i < problem_.cluster.size(); ++i)
        if ((column >> i) % 2 == 1) {
          share += problem_.cluster.speeds[i] / sum_;
          ++count;
        }
      const double cut = left == 0 ? 0 : length + problem_.latency * (left + count - 2);
      best = std::min(best, cut + (count - 1) * share * other_side + rest(set ^ column, count, length, other_side));
    }
    return best;
  }

  const RectangleProblem& problem_;
  double sum_ = 0;
};

TEST(ColumnsInAnyOrder, AreTheBestOfAllColumns) {
  int better_than_xy2 = 0;
  for (const double latency : {0.0, 20.0, 100.0, 400.0, 2000.0})
    for (int sample = 0; sample < 40; ++sample) {
      RandomStream stream(13, "columns_any_order_test " + std::to_string(sample));
      const std::size_t p = 2 + static_cast<std::size_t>(sample) % 5;
      const RectangleProblem problem{
          {1000, sample % 2 == 0 ? 1000.0 : 2300.0}, draw_cluster("max-set", p, 8, stream), latency};
      const double found = total(problem, "COLUMNS");
      ASSERT_NEAR(found, AllColumns(problem).best(), 1e-6) << "latency " << latency << " sample " << sample;
      better_than_xy2 += found < total(problem, "XY2") - 1e-6 ? 1 : 0;
    }
  EXPECT_GT(better_than_xy2, 10);
}

// With equal weights corners coincide, which XY2 considers.
TEST(ColumnsInAnyOrder, NeverCostMoreThanXy2) {
  for (const char* sampler : {"integers", "max-set", "log-uniform"})
    for (const double ratio : {1.0, 2.0, 8.0, 100.0})
      for (const double latency : {0.0, 10.0, 100.0, 1000.0})
        for (std::size_t p = 1; p <= 40; ++p) {
          RandomStream stream(14, "columns_any_order_test " + std::to_string(p));
          const RectangleProblem problem{
              {1000, p % 2 == 0 ? 1000.0 : 3000.0}, draw_cluster(sampler, p, ratio, stream), latency};
          ASSERT_LE(total(problem, "COLUMNS"), total(problem, "XY2") + 1e-9 * problem.extent.half_perimeter())
              << sampler << " ratio " << ratio << " latency " << latency << " p " << p;
        }
}

// Columns of one, two and three processors have 1 + 3 corners off the boundary in this order, and 1 + 2 with the column
// of one between the others.
TEST(ColumnsInAnyOrder, PutTheLongColumnsOutside) {
  const RectangleProblem problem{{1000, 2000}, {{40, 18, 17, 9, 8, 8}, {}}, 50};
  const Decomposition sorted = solve("XY2", problem).decomposition;
  const Decomposition found = solve("COLUMNS", problem).decomposition;
  EXPECT_NEAR(acost(sorted), 3700, 1e-9);
  EXPECT_EQ(internal_edges(sorted), 5 + 1 + 3);
  EXPECT_NEAR(acost(found), 3700, 1e-9);
  EXPECT_EQ(internal_edges(found), 5 + 1 + 2);
  EXPECT_GT(found.parts[0].column, 0);
  EXPECT_LT(found.parts[0].column_end(), 2000);
}

TEST(ColumnsInAnyOrder, TakeMoreThanXy2DoesWithLatency) {
  RandomStream stream(15, "columns_any_order_test");
  const RectangleProblem problem{{1000, 1000}, draw_cluster("max-set", 20'000, 8, stream), 1};
  EXPECT_THROW((void)solve("XY2", problem), InputError);
  const RectangleSolution solution = solve("COLUMNS", problem);
  EXPECT_EQ(*solution.claimed_edges, internal_edges(solution.decomposition));
}

void expect_sorted(const std::vector<double>& speeds) {
  const Frame frame = make_frame({{1000, 2000}, {speeds, {}}, 0});
  std::vector<std::size_t> expected(speeds.size());
  std::iota(expected.begin(), expected.end(), std::size_t{0});
  std::ranges::stable_sort(expected, std::ranges::greater(), [&speeds](std::size_t i) { return speeds[i]; });
  ASSERT_EQ(frame.processor, expected);
  double sum = 0;
  for (const std::size_t i : expected) sum += speeds[i];
  double running = 0;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    SCOPED_TRACE(k);
    running += speeds[expected[k]];
    ASSERT_EQ(frame.weights[k], speeds[expected[k]] / sum);
    ASSERT_EQ(frame.prefix[k + 1], running / sum);
  }
  EXPECT_EQ(frame.prefix.front(), 0);
  EXPECT_EQ(frame.prefix.back(), 1);
}

// Numbers around the one from which on counting is used, and beyond.
TEST(Frame, IsSortedForAnySpeeds) {
  for (const std::size_t p : {4095U, 4096U, 4097U, 20'000U}) {
    RandomStream stream(3, "frame_test");
    boost::random::uniform_real_distribution<double> unit(0, 1);
    std::vector<double> linear;
    std::vector<double> few;
    std::vector<double> spread;
    for (std::size_t i = 0; i < p; ++i) {
      const double u = unit(stream);
      linear.push_back(1 + 3 * u);
      few.push_back(1 + std::floor(4 * u));
      spread.push_back(std::pow(10.0, 600 * u - 300));
    }
    SCOPED_TRACE(p);
    expect_sorted(std::vector<double>(p, 0.1));
    expect_sorted(linear);
    expect_sorted(few);
    expect_sorted(spread);
    // All but one fall into few of the intervals.
    linear[p / 2] = 1e300;
    expect_sorted(linear);
    linear[p / 3] = 1e-310;
    expect_sorted(linear);
  }
}

TEST(Frame, GivesFurtherBoxesInOrderOfTheirProcessors) {
  const Frame frame = make_frame({{6, 4}, {{1, 2, 3}, {}}, 0});
  ASSERT_TRUE(frame.rows_along_x);
  const Decomposition decomposition =
      to_decomposition(frame, {{0, 0, 1, 4}, {1, 0, 2, 3}, {3, 0, 3, 4}}, {{1, {1, 3, 1, 1}}, {2, {2, 3, 1, 1}}});
  ASSERT_EQ(decomposition.further.size(), 2U);
  EXPECT_EQ(decomposition.further[0].processor, 0U);
  EXPECT_EQ(decomposition.further[1].processor, 1U);
  EXPECT_EQ(decomposition.further[0].rect.row, 2);
  EXPECT_EQ(decomposition.further[0].rect.column, 3);
  EXPECT_EQ(decomposition.parts[2].rows, 1);
  EXPECT_EQ(decomposition.parts[2].columns, 4);
}

TEST(Objective, EveryAlgorithmMinimisesTheTotal) {
  for (const RectangleAlgorithm& algorithm : RectangleRegistry::instance().algorithms())
    EXPECT_THAT(algorithm.objectives, ::testing::Contains(Objective::total)) << algorithm.name;
}

TEST(Objective, AnAlgorithmRefusesWhatItCannotMinimise) {
  RectangleAlgorithm algorithm = RectangleRegistry::instance().algorithms().front();
  const Configured<RectangleAlgorithm> configured{&algorithm, Options::parse("", algorithm.options, algorithm.name)};
  const RectangleProblem problem{{2, 3}, {{1, 1}, {}}, 0};
  RandomStream stream(1, "objective");
  EXPECT_EQ(solve_rectangles(configured, problem, stream).decomposition.parts.size(), 2U);
  algorithm.objectives.clear();
  EXPECT_THAT(message_of([&] { static_cast<void>(solve_rectangles(configured, problem, stream)); }),
              ::testing::HasSubstr(algorithm.name + " cannot minimise total"));
}

}  // namespace
}  // namespace apportion

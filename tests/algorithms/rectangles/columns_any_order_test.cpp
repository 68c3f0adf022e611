// COLUMNS: the best of all columns where no corners coincide, and never worse than XY2.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/random/uniform_real_distribution.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.hpp"
#include "sim/samplers.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion {
namespace {

double total(const RectangleProblem& problem, const char* name) {
  const RectangleSolution solution = solve(name, problem);
  return total_cost(acost(solution.decomposition), internal_edges(solution.decomposition), problem.latency);
}

// The cheapest of all columns of all sets of processors in all orders, if no two dividers meet: items are put into
// columns one after the other, from left to right, and the columns cost what Section 5 says.
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
  // What columns of the processors of `set` add to a column of `left` items, 0 for no column.
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

// Corners coincide where weights are equal, and XY2 looks for that.
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

}  // namespace
}  // namespace apportion

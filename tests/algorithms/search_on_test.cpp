// Searches that continue from an answer: their results are better, satisfy the question, and are the same for any
// number of threads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "algorithms/grids/polish.hpp"
#include "base/side_by_side.hpp"
#include "sim/rectangles/costs.hpp"
#include "tests/support/rectangles.hpp"
#include "tests/support/search_on.hpp"

namespace apportion {
namespace {

TEST(SearchOnRectangles, ImprovesAndKeepsTheAreasUntilTheClockStopsIt) {
  for (const double latency : {0.0, 40.0}) {
    const RectangleProblem problem{{300, 400}, {{9, 7, 5, 4, 3, 3, 2, 2, 1, 1, 1, 1, 1, 1}, {}}, latency};
    testing_support::expect_search_improves<RectangleAlgorithm>(
        problem, testing_support::solve("RecursiveBisection", problem), [&](const RectangleSolution& solution) {
          require_accurate(problem, solution.decomposition);
          return total_cost(acost(solution.decomposition), internal_edges(solution.decomposition), latency);
        });
  }
}

TEST(SearchOnGrids, ImprovesTheRoundedTime) {
  const GridProblem problem{
      .grid = {{3, 4}}, .performances = {8, 2, 4, 4, 1, 2, 5, 1, 1, 3, 7, 1}, .block = {1000, 900}};
  RandomStream of_start(1, "grids");
  const GridSolution start = GridRegistry::instance().choose("natural").solve(problem, of_start);
  std::vector<double> ends;
  for (const unsigned threads : {1U, 3U}) {
    const WorkThreads all(threads);
    RandomStream stream(1, "search on");
    double before = start.rounded_time;
    search_on(
        problem, start, 6,
        [&](const GridSolution& better) {
          EXPECT_LT(better.rounded_time, before);
          EXPECT_EQ(better.rounded_time, block_time(problem, better.mapping, as_real(better.rounded)));
          for (std::size_t k = 0; k < 2; ++k) {
            std::int64_t sum = 0;
            for (const std::int64_t length : better.rounded[k]) sum += length;
            EXPECT_EQ(sum, problem.block[k]);
          }
          before = better.rounded_time;
        },
        stream);
    EXPECT_LT(before, start.rounded_time);
    ends.push_back(before);
  }
  EXPECT_EQ(ends[0], ends[1]);
}

}  // namespace
}  // namespace apportion

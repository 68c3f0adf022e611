// Searches that continue from an answer: their results are better, satisfy the question, and are the same for any
// number of threads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/boxes/box_algorithm.hpp"
#include "algorithms/cells/long_search.hpp"
#include "algorithms/grids/long_search.hpp"
#include "base/side_by_side.hpp"
#include "base/stopping.hpp"
#include "sim/cells/cell_costs.hpp"
#include "sim/cells/owners.hpp"
#include "sim/rectangles/costs.hpp"
#include "tests/support/cells.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion {
namespace {

CellProblem cells(const std::string& model, Objective objective, double imbalance) {
  CellProblem problem{.rows = 24, .columns = 30, .cluster = {{5, 3, 3, 2, 1, 1, 1}, {}}};
  RandomStream stream(3, "search on " + model);
  if (model != "full")
    problem.loads = std::make_shared<const CellLoads>(draw_loads(model, problem.rows, problem.columns, stream));
  problem.objective = objective;
  problem.imbalance = imbalance;
  return problem;
}

std::vector<Decomposition> found_by(const CellProblem& problem, const Decomposition& start, unsigned threads) {
  const WorkThreads all(threads);
  RandomStream stream(1, "search on");
  std::vector<Decomposition> found;
  search_on(
      problem, start, 8, [&](const Decomposition& better) { found.push_back(better); }, stream);
  return found;
}

// Each division found ranks before the previous one, and the last one is the same for any number of threads.
void expect_improvement(const CellProblem& problem, const char* from, bool must_improve) {
  CellProblem first = problem;
  first.objective = Objective::total;
  first.previous = nullptr;
  const Decomposition start = testing_support::solve(from, first).decomposition;
  const std::vector<Decomposition> found = found_by(problem, start, 1);
  const auto rank = [&](const Decomposition& division) {
    CellRank all = cell_rank(problem, division);
    if (problem.previous) all.cost = cost_with_migration(problem, all.cost, moved_cells(problem, division));
    return all;
  };
  CellRank before = rank(start);
  for (const Decomposition& division : found) {
    require_division(problem, division);
    EXPECT_LE(rank(division), before);
    before = rank(division);
  }
  EXPECT_FALSE(must_improve && found.empty());
  for (const unsigned threads : {2U, 3U}) {
    const std::vector<Decomposition> again = found_by(problem, start, threads);
    ASSERT_EQ(again.size(), found.size()) << threads;
    if (!found.empty()) {
      EXPECT_EQ(testing_support::painted(problem, again.back()).owners,
                testing_support::painted(problem, found.back()).owners)
          << threads;
    }
  }
}

TEST(SearchOnCells, ImprovesEveryObjective) {
  for (const char* model : {"full", "coast", "peak"})
    for (const Objective objective : cell_problem_objectives()) {
      SCOPED_TRACE(std::string(model) + " " + std::string(objective_name(objective)));
      expect_improvement(cells(model, objective, 0.03), "RCB[jogs]", true);
    }
}

TEST(SearchOnCells, KeepsLatencyStencilsMemoryAndWhatIsApart) {
  CellProblem problem = cells("coast", Objective::total, 0.02);
  problem.latency = 3;
  expect_improvement(problem, "RCB[jogs]", true);
  problem = cells("coast", Objective::volume, 0.02);
  problem.stencil = 9;
  expect_improvement(problem, "RCB[jogs]", true);
  problem.connected = false;
  expect_improvement(problem, "RCB[jogs]", true);
  problem = cells("full", Objective::total, 0.2);
  const std::vector<double> share = shares(problem);
  for (const double each : share) problem.memory.push_back(std::ceil(each) + 1);
  expect_improvement(problem, "RCB[jogs]", false);  // there is little room
}

TEST(SearchOnCells, KnowsWhatMovingCosts) {
  CellProblem problem = cells("coast", Objective::total, 0.03);
  const Decomposition before = testing_support::solve("RCB[jogs]", problem).decomposition;
  auto previous = std::make_shared<PreviousDivision>();
  previous->owners = testing_support::painted(problem, before).owners;
  previous->price = 0.5;
  problem.previous = previous;
  problem.cluster.speeds.front() = 3;
  expect_improvement(problem, "RCB[jogs]", true);
}

TEST(SearchOnCells, TakesLayers) {
  for (const Objective objective : cell_problem_objectives()) {
    CellProblem problem{.rows = 48, .columns = 8, .cluster = {{3, 2, 1, 1}, {}}};
    problem.layers = 6;
    problem.stencil = 7;
    problem.objective = objective;
    problem.imbalance = 0.03;
    expect_improvement(problem, "RCB", false);
  }
}

TEST(SearchOnCells, EndsWhenItIsStopped) {
  const CellProblem problem = cells("coast", Objective::total, 0.03);
  const Decomposition start = testing_support::solve("RCB[jogs]", problem).decomposition;
  RandomStream stream(1, "search on");
  const TimedWork work(TimedWork::Clock::now() + std::chrono::milliseconds(50));
  EXPECT_THROW(search_on(
                   problem, start, without_end, [](const Decomposition&) {}, stream),
               TimeIsUp);
}

// The results of the registered search in a time, each better than the previous; `check` gets them all.
template <class AlgorithmType, class Cost>
void expect_search_improves(const typename AlgorithmType::Instance& problem,
                            const typename AlgorithmType::Solution& start, const Cost& cost) {
  const Configured<AlgorithmType> best = Registry<AlgorithmType>::instance().choose("BEST");
  std::vector<double> firsts;
  for (const unsigned threads : {1U, 3U}) {
    const WorkThreads all(threads);
    RandomStream stream(1, "search on");
    double before = cost(start);
    std::vector<double> found;
    const TimedWork work(TimedWork::Clock::now() + std::chrono::seconds(1));
    EXPECT_THROW(best.algorithm->search_on(
                     problem, best.options, start,
                     [&](const typename AlgorithmType::Solution& better) {
                       EXPECT_LT(cost(better), before);
                       before = cost(better);
                       found.push_back(before);
                     },
                     stream),
                 TimeIsUp);
    ASSERT_FALSE(found.empty());
    firsts.push_back(found.front());
  }
  EXPECT_EQ(firsts[0], firsts[1]);
}

TEST(SearchOnRectangles, ImprovesAndKeepsTheAreasUntilTheClockStopsIt) {
  for (const double latency : {0.0, 40.0}) {
    const RectangleProblem problem{{300, 400}, {{9, 7, 5, 4, 3, 3, 2, 2, 1, 1, 1, 1, 1, 1}, {}}, latency};
    expect_search_improves<RectangleAlgorithm>(
        problem, testing_support::solve("RecursiveBisection", problem), [&](const RectangleSolution& solution) {
          require_accurate(problem, solution.decomposition);
          return total_cost(acost(solution.decomposition), internal_edges(solution.decomposition), latency);
        });
  }
}

TEST(SearchOnBoxes, ImprovesAndKeepsTheVolumesUntilTheClockStopsIt) {
  const BoxProblem problem{{40, 50, 60}, {{9, 7, 5, 4, 3, 3, 2, 2, 1, 1}, {}}, 20};
  RandomStream of_start(1, "boxes");
  expect_search_improves<BoxAlgorithm>(problem, BoxRegistry::instance().choose("RCB").solve(problem, of_start),
                                       [&](const BoxDivision& division) {
                                         require_tiling(problem, division);
                                         return total_cost(problem, division);
                                       });
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

// Searches of whole cells that continue from an answer: their results are better, satisfy the question, and are the
// same for any number of threads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/side_by_side.hpp"
#include "base/stopping.hpp"
#include "extensions/cells/algorithms/long_search.hpp"
#include "extensions/cells/sim/cell_costs.hpp"
#include "extensions/cells/tests/cell_solutions.hpp"

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

}  // namespace
}  // namespace apportion

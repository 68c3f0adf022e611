// What the rest of a run costs, from what was solved.
#include "experiments/engine/cost_model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "experiments/engine/estimate.hpp"
#include "experiments/engine/forecast.hpp"
#include "experiments/engine/progress.hpp"
#include "tests/support/toy_study.hpp"

namespace apportion::engine {
namespace {

std::vector<Point> points_of(const std::vector<double>& processors, const std::vector<double>& latencies) {
  return grid({{.name = "processors", .most = 1e9, .values = axis_values(processors)},
               {.name = "latency", .most = 1e9, .values = axis_values(latencies)}});
}

double sum(const std::vector<double>& costs) {
  double total = 0;
  for (const double cost : costs) total += cost;
  return total;
}

// The share by which the model misses the sum of the costs.
double miss(const CostModel& model, const std::vector<Point>& points, const std::function<double(const Point&)>& cost) {
  double truth = 0;
  for (const Point& point : points) truth += cost(point);
  return std::abs(sum(model.costs()) - truth) / truth;
}

TEST(CostModel, KnowsNothingAtFirst) {
  const CostModel model(points_of({4, 8}, {0, 1}));
  EXPECT_EQ(sum(model.costs()), 0);
  EXPECT_FALSE(model.is_known(0));
}

TEST(CostModel, WhatWasDoneIsKnownExactly) {
  CostModel model(points_of({4, 8}, {0, 1}));
  model.add(1, 10, 5);
  model.add(1, 10, 7);
  EXPECT_DOUBLE_EQ(model.costs()[1], 0.6);
  EXPECT_TRUE(model.is_known(1));
}

// Costs that grow as the cube of the processors: the first few and one further point say what the others are.
TEST(CostModel, FollowsAPowerOfTheSize) {
  const auto cost = [](const Point& point) {
    return 1e-6 * std::pow(point.number("processors"), 3) * (point.number("latency") > 0 ? 2 : 1);
  };
  const std::vector<Point> points = points_of({4, 8, 16, 32, 64, 128}, {0, 10, 100});
  CostModel model(points);
  for (std::size_t point = 0; point < 4; ++point) model.add(point, 20, 20 * cost(points[point]));
  model.add_trial(points.size() - 1, 1, cost(points.back()));
  EXPECT_LT(miss(model, points, cost), 0.25);
  // All that was done so far, taken for the mean, misses by far.
  const double by_units = 18 * (cost(points[0]) + cost(points[1]) + cost(points[2]) + cost(points[3])) / 4;
  double truth = 0;
  for (const Point& point : points) truth += cost(point);
  EXPECT_GT(std::abs(by_units - truth) / truth, 0.9);
}

// Solving one sample alone takes three times what it takes among others.
TEST(CostModel, CorrectsTrialsByWhatTheyTakeLonger) {
  const auto cost = [](const Point& point) { return point.number("processors"); };
  const std::vector<Point> points = points_of({1, 2, 4, 8, 16, 32, 64, 128}, {0});
  CostModel model(points);
  model.add(0, 10, 10 * cost(points[0]));
  model.add_trial(0, 1, 3 * cost(points[0]));
  for (const std::size_t point : {2U, 4U, 7U}) model.add_trial(point, 1, 3 * cost(points[point]));
  EXPECT_LT(miss(model, points, cost), 0.1);
}

TEST(CostModel, AsksForWhatIsLeastKnown) {
  const std::vector<Point> points = points_of({4, 8}, {0, 1, 2});
  CostModel model(points);
  model.add(0, 1, 1);
  // Other processors and another latency say more than one of them alone.
  EXPECT_EQ(model.least_known({0, 1, 3, 4}), 4U);
  EXPECT_EQ(model.least_known({0, 1, 3}), 3U);
  EXPECT_EQ(model.least_known({0}), std::nullopt);
}

TEST(CostModel, SpreadsPlaces) {
  std::vector<int> halves(2);
  for (std::size_t k = 0; k < 10; ++k) ++halves[spread_place(k, 100) / 50];
  EXPECT_EQ(halves, (std::vector<int>{5, 5}));
  EXPECT_EQ(spread_place(5, 1), 0U);
}

// A run whose last tenth takes most of the time: after the first tenth the forecast knows, since it tried a sample.
TEST(Forecast, TriesWhatIsToCome) {
  Experiment experiment = testing_support::toy_experiment();
  experiment.axes = {{.name = "a", .most = 1e6, .values = axis_values({1, 2, 4, 8, 16, 32, 64, 128, 256, 512})}};
  experiment.samples = 400;
  experiment.chunk_size = 40;
  const RunRequest request;
  StudyColumns columns;
  columns.all.resize(1);
  std::vector<double> tried;
  columns.solve = [&tried](const ChunkRequest& chunk) {
    tried.push_back(chunk.point->number("a"));
    return std::vector<ColumnResult>{};
  };
  const Work work = missing_work(experiment, columns, request, [](const Point&) { return StoredUnits{}; });
  ASSERT_EQ(work.tasks.size(), 100U);
  Forecast forecast(experiment, request, columns, work, 0);
  EXPECT_EQ(forecast.seconds_left(), 0);
  for (std::size_t task = 0; task < 15; ++task) forecast.solved(work.tasks[task], 1);
  ASSERT_FALSE(tried.empty());
  EXPECT_EQ(tried.front(), 1) << "the first trial is of what is known, for comparison";
  EXPECT_GE(*std::ranges::max_element(tried), 128);
  EXPECT_LE(tried.size(), 2 * 4000U / 200) << "at most one in 200 samples, alone and with its chunk";
}

TEST(Forecast, TriesNothingBeforeItsTime) {
  const Experiment experiment = testing_support::toy_experiment();
  const RunRequest request;
  StudyColumns columns;
  columns.all.resize(1);
  columns.solve = [](const ChunkRequest&) -> std::vector<ColumnResult> { throw std::logic_error("tried"); };
  const Work work = missing_work(experiment, columns, request, [](const Point&) { return StoredUnits{}; });
  Forecast forecast(experiment, request, columns, work, 1e9);
  for (const Task& task : work.tasks) EXPECT_NO_THROW(forecast.solved(task, 1));
  EXPECT_DOUBLE_EQ(forecast.seconds_left(), 0) << "nothing is left";
}

TEST(Progress, SaysShareTotalAndRate) {
  EXPECT_EQ(progress_text("toy", 30, 100, 60, 180),
            "toy: 25 %, 30 of 100 units, 0 a second, 3 min 0 s left of 4 min 0 s");
  EXPECT_EQ(progress_text("toy", 99, 100, 1000, 0.5),
            "toy: 99 %, 99 of 100 units, 0 a second, 0.5 s left of 16 min 40 s");
  EXPECT_EQ(progress_text("toy", 100, 100, 10, 0), "toy: 100 %, 100 of 100 units, 10 a second, 0.0 s left of 10 s");
}

TEST(Estimate, AddsUpTheTasks) {
  const Experiment experiment = testing_support::toy_experiment();
  const RunRequest request;
  const StudyColumns columns = experiment.columns(experiment.algorithms);
  const Work work = missing_work(experiment, columns, request, [](const Point&) { return StoredUnits{}; });
  const double seconds = estimated_seconds(experiment, request, work, 0.01);
  EXPECT_GT(seconds, 0);
  EXPECT_LT(seconds, 1) << "eight tasks of microseconds";
}

}  // namespace
}  // namespace apportion::engine

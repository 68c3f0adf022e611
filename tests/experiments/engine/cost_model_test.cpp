// What the rest of a run costs, from what was solved.
#include "experiments/engine/cost_model.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <functional>
#include <thread>

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
  model.add(0, 20, 20 * cost(points[0]));
  for (const std::size_t point : {2U, 4U, 7U}) model.add_trial(point, 20, 60 * cost(points[point]));
  EXPECT_GT(miss(model, points, cost), 1.5);
  model.add_trial(0, 20, 60 * cost(points[0]));
  EXPECT_LT(miss(model, points, cost), 0.3);
}

TEST(CostModel, AsksForWhatIsLeastKnown) {
  const std::vector<Point> points = points_of({4, 8}, {0, 1, 2});
  CostModel model(points);
  model.add(0, 1, 1);
  // Other processors and another latency say more than one of them alone.
  EXPECT_EQ(model.least_known({0, 1, 3, 4}), 4U);
  EXPECT_EQ(model.least_known({0, 3, 1}), 3U) << "the first of those that say as much";
  EXPECT_EQ(model.least_known({0}), std::nullopt);
}

TEST(CostModel, SpreadsPlaces) {
  std::vector<int> halves(2);
  for (std::size_t k = 0; k < 10; ++k) ++halves[spread_place(k, 100) / 50];
  EXPECT_EQ(halves, (std::vector<int>{5, 5}));
  EXPECT_EQ(spread_place(5, 1), 0U);
}

// A run on one thread, whose clock is moved by what its samples cost.
struct ToyRun {
  std::function<double(const Point&)> cost;
  double now = 0;
  double trials = 0;                   ///< seconds that the run took longer
  std::vector<double> quotients = {};  ///< of the time that was forecast by what it took, at 10 %, 20 % ... of the time
};

void run(ToyRun& toy) {
  Experiment experiment;
  experiment.chunk_size = 20;
  const RunRequest request;
  Work work;
  work.points =
      grid({{.name = "columns", .most = 1e9, .values = axis_values({1000, 2000, 3000, 5000})},
            {.name = "processors", .most = 1e9, .values = axis_values({4, 8, 16, 32, 64, 128})},
            {.name = "latency", .most = 1e9, .values = axis_values({0, 100, 1000})},
            {.name = "model", .kind = AxisKind::text, .values = {AxisValue::parse("a"), AxisValue::parse("b")}}});
  double total = 0;
  for (std::size_t point = 0; point < work.points.size(); ++point)
    for (std::int64_t chunk = 0; chunk < 5; ++chunk) {
      work.tasks.push_back({point, chunk, 20, {true}, {false}, chunk == 4});
      total += 20 * toy.cost(work.points[point]);
    }
  StudyColumns columns;
  columns.solve = [&toy](const ChunkRequest& chunk) {
    toy.now += toy.cost(*chunk.point) * static_cast<double>(chunk.samples);
    return std::vector<ColumnResult>{};
  };
  Forecast forecast(experiment, request, columns, work, total / 1000,
                    {[&toy] { return toy.now; },
                     [&toy](const std::function<void()>& solve) {
                       const double before = toy.now;
                       solve();
                       return toy.now - before;
                     }});
  EXPECT_EQ(forecast.seconds_left(), 0);
  double next = 0.1;
  for (const Task& task : work.tasks) {
    const double seconds = 20 * toy.cost(work.points[task.point]);
    toy.now += seconds;
    forecast.solved(task, seconds);
    if (toy.now < next * total) continue;
    toy.quotients.push_back((toy.now + forecast.seconds_left()) / total);
    next += 0.1;
  }
  EXPECT_NEAR(forecast.seconds_left(), 0, 1e-6 * total);
  toy.trials = toy.now / total - 1;
}

// Grids whose last points cost up to a thousand times what the first ones do: by the share of units the time would be
// forecast at half of what it is, after a tenth of it.
TEST(Forecast, IsRightWithinAQuarterAfterATenthOfTheTime) {
  const std::function<double(const Point&)> costs[] = {
      [](const Point& /*point*/) { return 1.0; },
      [](const Point& point) { return 100 + std::pow(point.number("processors"), 2.5); },
      [](const Point& point) { return std::pow(1.08, point.number("processors")); },
      [](const Point& point) {
        const double processors = point.number("processors");
        return (point.text("model") == "b" ? (processors > 30 ? 30 : 5) : 1) * (100 + processors * processors);
      },
      [](const Point& point) { return point.number("columns") * (1 + point.number("latency") / 100); }};
  for (const auto& cost : costs) {
    ToyRun toy{cost};
    run(toy);
    ASSERT_GE(toy.quotients.size(), 5U);
    for (const double quotient : toy.quotients) EXPECT_NEAR(quotient, 1, 0.25);
    EXPECT_LT(toy.trials, 0.01);
  }
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

TEST(WorkingSeconds, CountWorkAndWaiting) {
  volatile double sum = 0;
  const double worked = working_seconds([&sum] {
    for (int i = 0; i < 2'000'000; ++i) sum = sum + 1;
  });
  EXPECT_GT(worked, 1e-5);
  const double waited = working_seconds([] { std::this_thread::sleep_for(std::chrono::milliseconds(30)); });
  EXPECT_GE(waited, 0.03) << "asleep, the thread needs no processor";
}

TEST(Progress, SaysShareTotalAndRate) {
  EXPECT_EQ(progress_text("toy", 30, 100, 60, 180),
            "toy: 25 %, 30 of 100 units, 0.5 a second, 3 min 0 s left of 4 min 0 s");
  EXPECT_EQ(progress_text("toy", 99, 100, 1000, 0.5),
            "toy: 99 %, 99 of 100 units, 0.1 a second, 0.5 s left of 16 min 41 s");
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

// What the rest of a run costs, from what was solved.
#include "experiments/engine/forecast.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <ctime>
#include <functional>
#include <memory>
#include <set>
#include <thread>
#include <utility>

#include "experiments/engine/messages.hpp"
#include "tests/support/toy_study.hpp"

namespace apportion::engine {
namespace {

std::vector<Axis> axes(const std::vector<double>& processors, const std::vector<double>& latencies) {
  return {{.name = "processors", .most = 1e9, .values = axis_values(processors)},
          {.name = "latency", .most = 1e9, .values = axis_values(latencies)}};
}

TEST(Rates, KnowNothingAtFirst) {
  const Rates rates(axes({4, 8}, {0, 1}));
  EXPECT_EQ(rates.all(), std::vector<double>(4));
  EXPECT_FALSE(rates.is_known(0));
}

TEST(Rates, AreExactWhereSomethingWasDone) {
  Rates rates(axes({4, 8}, {0, 1}));
  rates.add(1, 10, 5);
  rates.add(1, 10, 7);
  EXPECT_DOUBLE_EQ(rates.at(1), 0.6);
  EXPECT_THAT(rates.all(), testing::Each(testing::DoubleEq(0.6)));
}

TEST(Rates, ComeFromTheNearestPointsOnTheAxes) {
  // 1 . 3
  // . . .
  // . . 9
  Rates rates(axes({4, 8, 16}, {0, 1, 2}));
  rates.add(0, 1, 1);
  rates.add(2, 1, 3);
  rates.add(8, 1, 9);
  EXPECT_THAT(rates.all(), testing::ElementsAre(1, 2, 3, 1, 4.5, 6, 5, 9, 9));
}

TEST(Spread, TakesEachPlaceOnceAndLeavesNoGap) {
  for (const std::size_t size : {1U, 2U, 3U, 10U, 144U, 1000U}) {
    std::set<std::size_t> places;
    for (std::size_t k = 0; k < size; ++k) places.insert(spread_place(k, size));
    EXPECT_EQ(places.size(), size);
    EXPECT_LT(*places.rbegin(), size);
  }
  std::vector<int> tenths(10);
  for (std::size_t k = 0; k < 20; ++k) ++tenths[spread_place(k, 1000) / 100];
  EXPECT_THAT(tenths, testing::Each(testing::AllOf(testing::Ge(1), testing::Le(3))));
}

// A run on one thread, whose clock is moved by what its samples cost.
struct ToyRun {
  std::function<double(const Point&)> cost;
  double now = 0;
  double trials = 0;                   ///< seconds that the run took longer
  std::vector<double> quotients = {};  ///< of the time that was forecast by what it took, at 10 %, 20 % ... of the time
  TimeLeft after_a_tenth = {};         ///< of the units: the total time that was forecast, by what it took
};

void run(ToyRun& toy) {
  Experiment experiment;
  experiment.chunk_size = 20;
  const RunRequest request;
  Work work;
  experiment.axes = {
      {.name = "columns", .most = 1e9, .values = axis_values({1000, 2000, 3000, 5000})},
      {.name = "processors", .most = 1e9, .values = axis_values({4, 8, 16, 32, 64, 128})},
      {.name = "latency", .most = 1e9, .values = axis_values({0, 100, 1000})},
      {.name = "model", .kind = AxisKind::text, .values = {AxisValue::parse("a"), AxisValue::parse("b")}}};
  work.points = grid(experiment.axes);
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
  EXPECT_EQ(forecast.time_left().seconds, 0);
  double next = 0.1;
  std::size_t solved = 0;
  for (const std::size_t place : spread_order(work.tasks)) {
    const Task& task = work.tasks[place];
    const double seconds = 20 * toy.cost(work.points[task.point]);
    toy.now += seconds;
    forecast.solved(task, seconds);
    if (++solved == work.tasks.size() / 10) {
      const TimeLeft left = forecast.time_left();
      toy.after_a_tenth = {(toy.now + left.low) / total, (toy.now + left.seconds) / total,
                           (toy.now + left.high) / total};
    }
    if (toy.now < next * total) continue;
    toy.quotients.push_back((toy.now + forecast.time_left().seconds) / total);
    next += 0.1;
  }
  EXPECT_NEAR(forecast.time_left().seconds, 0, 1e-6 * total);
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
    SCOPED_TRACE(::testing::PrintToString(cost));
    ToyRun toy{cost};
    run(toy);
    ASSERT_GE(toy.quotients.size(), 5U);
    for (const double quotient : toy.quotients) EXPECT_NEAR(quotient, 1, 0.25);
    EXPECT_LT(toy.trials, 0.01);
  }
}

// The dear points are the last ones, a corner of the grid, or a few in its middle.
TEST(Forecast, IsHonestAfterATenthOfTheUnitsWherePointsDiffer100Fold) {
  const std::pair<const char*, std::function<double(const Point&)>> costs[] = {
      {"rises with the processors", [](const Point& point) { return std::pow(point.number("processors") / 4, 1.33); }},
      {"one of six numbers is dear", [](const Point& point) { return point.number("processors") > 100 ? 100.0 : 1.0; }},
      {"one of two models is dear", [](const Point& point) { return point.text("model") == "b" ? 100.0 : 1.0; }},
      {"a corner is dear",
       [](const Point& point) {
         return point.number("processors") > 100 && point.number("columns") > 4000 ? 100.0 : 1.0;
       }},
      {"few are dear", [](const Point& point) {
         return point.number("processors") == 16 && point.number("latency") == 100 ? 100.0 : 1.0;
       }}};
  for (const auto& [name, cost] : costs) {
    SCOPED_TRACE(name);
    ToyRun toy{cost};
    run(toy);
    EXPECT_LE(toy.after_a_tenth.low, 1.05);
    EXPECT_GE(toy.after_a_tenth.high, 0.95);
    EXPECT_GT(toy.after_a_tenth.seconds, 0.5);
    EXPECT_LT(toy.after_a_tenth.seconds, 2);
  }
}

TEST(Spread, OrdersTasksByPointsAndKeepsThoseOfAPointTogether) {
  std::vector<Task> tasks;
  for (std::size_t point = 10; point < 60; ++point)
    for (std::int64_t chunk = 0; chunk < 2; ++chunk) tasks.push_back({point, chunk, 1, {true}, {false}, chunk == 1});
  const std::vector<std::size_t> order = spread_order(tasks);
  EXPECT_EQ(std::set<std::size_t>(order.begin(), order.end()).size(), tasks.size());
  std::vector<int> tenths(5);
  for (std::size_t i = 0; i < 20; i += 2) {
    SCOPED_TRACE(i);
    EXPECT_EQ(order[i] % 2, 0U);
    EXPECT_EQ(order[i + 1], order[i] + 1) << "a point's chunks, one after the other";
    ++tenths[(tasks[order[i]].point - 10) / 10];
  }
  EXPECT_THAT(tenths, testing::Each(testing::AllOf(testing::Ge(1), testing::Le(3)))) << "a fifth of the way";
  EXPECT_THAT(spread_order({}), testing::IsEmpty());
  // Where a point has many tasks, one of each goes ahead.
  tasks.clear();
  for (std::size_t point = 0; point < 3; ++point)
    for (std::int64_t chunk = 0; chunk < 4; ++chunk) tasks.push_back({point, chunk, 1, {true}, {false}, chunk == 3});
  EXPECT_THAT(spread_order(tasks), testing::ElementsAre(0, 8, 4, 1, 2, 3, 9, 10, 11, 5, 6, 7));
}

// Nothing of this run was solved but one cheap point; an earlier one measured the dear ones.
TEST(Forecast, KnowsWhatEarlierRunsMeasured) {
  const Experiment experiment = testing_support::toy_experiment();
  const RunRequest request;
  const StudyColumns columns = experiment.columns(experiment.algorithms);
  Work work = missing_work(experiment, columns, request, [](const Point&) { return StoredUnits{}; });
  for (std::size_t point = 1; point < work.points.size(); ++point)
    for (std::size_t column = 0; column < columns.all.size(); ++column)
      if (columns.all[column].record.rival.empty()) work.known_times.push_back({point, column, 6, 600});
  double now = 0;
  Forecast forecast(experiment, request, columns, work, 1e9, {[&now] { return now; }, nullptr});
  now = 5;
  forecast.solved(work.tasks.front(), 5);
  // Four algorithms at 100 seconds a sample, six samples at three points, and the other chunk of the first.
  EXPECT_NEAR(forecast.time_left().seconds, 3 * 6 * 400, 30);
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
  EXPECT_DOUBLE_EQ(forecast.time_left().seconds, 0) << "nothing is left";
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
  EXPECT_EQ(progress_text("toy", 30, 100, 60, {170, 180, 200}),
            "toy: 25 %, 30 of 100 units, 0.5 a second, 3 min 0 s left of 4 min 0 s");
  EXPECT_EQ(progress_text("toy", 99, 100, 1000, {0.5, 0.5, 0.5}),
            "toy: 99 %, 99 of 100 units, 0.1 a second, 0.5 s left of 16 min 41 s");
  EXPECT_EQ(progress_text("toy", 100, 100, 10, {}), "toy: 100 %, 100 of 100 units, 10 a second, 0.0 s left of 10 s");
  EXPECT_EQ(progress_text("toy", 30, 100, 60, {60, 180, 600}),
            "toy: 25 %, 30 of 100 units, 0.5 a second, 1 min 0 s to 10 min 0 s left");
}

std::shared_ptr<const PlannedRun> planned(Experiment experiment) {
  Work work = missing_work(experiment, experiment.columns(experiment.algorithms), {},
                           [](const Point&) { return StoredUnits{}; });
  return std::make_shared<const PlannedRun>(PlannedRun{std::move(experiment), {}, std::move(work)});
}

double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// The toy study, whose samples keep a thread busy for so long; `threads` counts the threads.
Experiment busy_experiment(const std::function<double(const Point&, std::size_t column)>& seconds,
                           const std::shared_ptr<std::atomic<int>>& threads = std::make_shared<std::atomic<int>>()) {
  Experiment experiment = testing_support::toy_experiment();
  const StudyColumns columns = experiment.columns(experiment.algorithms);
  experiment.columns = [columns, seconds, threads](const std::vector<std::string>&) {
    StudyColumns busy = columns;
    busy.solve = [seconds, threads](const ChunkRequest& request) {
      double all = 0;
      for (std::size_t column = 0; column < request.columns.size(); ++column)
        if (request.columns[column]) all += static_cast<double>(request.samples) * seconds(*request.point, column);
      ++*threads;
      const double start = thread_seconds();
      while (thread_seconds() - start < all) continue;
      --*threads;
      return std::vector<ColumnResult>{};
    };
    return busy;
  };
  return experiment;
}

TEST(Estimate, AddsUpTheTasks) {
  const Estimate estimate = estimated_time({planned(testing_support::toy_experiment())}, 1, 0.01);
  EXPECT_GT(estimate.seconds, 0);
  EXPECT_LT(estimate.seconds, 1) << "eight tasks of microseconds";
  EXPECT_THAT(estimate.unfinished, testing::IsEmpty());
  EXPECT_EQ(estimated_time({}, 1, 0.01).seconds, 0);
}

// Four points of six samples, a pair included, which takes nothing beside its members.
TEST(Estimate, KnowsWhatColumnsAndPointsCost) {
  const auto cost = [](const Point& point, std::size_t column) {
    return (column == 1 ? 5e-4 : 1e-4) * (point.number("b") > 0 ? 4 : 1);
  };
  const std::vector<std::shared_ptr<const PlannedRun>> runs{planned(busy_experiment(cost))};
  const double total = 2 * 6 * (1 + 4) * (5e-4 + 3e-4);
  EXPECT_NEAR(estimated_time(runs, 1, 0.4).seconds / total, 1, 0.3);
  EXPECT_NEAR(estimated_time(runs, 2, 0.4).seconds / total, 0.5, 0.15);
}

// All but one point are finished, and the command is given again.
TEST(Estimate, LearnsFromFinishedUnits) {
  const auto cost = [](const Point& point, std::size_t) { return point.number("b") > 0 ? 0.5 : 1e-5; };
  auto again = *planned(busy_experiment(cost));
  for (std::size_t point = 0; point < again.work.points.size(); ++point)
    for (std::size_t column = 0; column < 4; ++column)
      again.work.known_times.push_back({point, column, 6, 6 * cost(again.work.points[point], column)});
  const auto start = std::chrono::steady_clock::now();
  const Estimate estimate = estimated_time({std::make_shared<const PlannedRun>(again)}, 1, 2);
  EXPECT_THAT(estimate.unfinished, testing::IsEmpty()) << "half a second each, all of it known";
  EXPECT_NEAR(estimate.seconds, 2 * 6 * 4 * (0.5 + 1e-5), 0.1);
  EXPECT_LT(estimate.high, 1.1 * estimate.low) << "nothing is guessed";
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
}

// Of the points of this grid only some are measured; they differ by a factor of 50.
TEST(Estimate, SaysARange) {
  const auto cost = [](const Point& point, std::size_t) { return (point.number("a") > 1 ? 50 : 1) * 1e-3; };
  auto run = *planned(busy_experiment(cost));
  for (std::size_t column = 0; column < 4; ++column)
    for (const std::size_t point : {0U, 1U, 2U})
      run.work.known_times.push_back({point, column, 1, cost(run.work.points[point], column)});
  const Estimate estimate = estimated_time({std::make_shared<const PlannedRun>(run)}, 1, 0);
  const double total = 4 * 6 * 2 * (50e-3 + 1e-3);
  EXPECT_LT(estimate.low, total / 2);
  EXPECT_GT(estimate.high, total);
  EXPECT_LT(estimate.low, estimate.seconds);
  EXPECT_LT(estimate.seconds, estimate.high);
}

TEST(Estimate, SpellsARange) {
  EXPECT_EQ(spelled_range(198, 200, 210), "about 3 min 20 s");
  EXPECT_EQ(spelled_range(198, 600, 3600), "3 min 18 s to 1 h 0 min");
}

// The first sample that a user's program is asked waits until the program has started.
TEST(Estimate, LeavesOutTheStartOfAUsersProgram) {
  Experiment experiment = busy_experiment([](const Point&, std::size_t) { return 1e-5; });
  experiment.columns = [busy = experiment.columns(experiment.algorithms)](const std::vector<std::string>&) {
    StudyColumns columns = busy;
    columns.own.emplace_back();
    columns.solve = [solve = busy.solve, started = std::make_shared<std::atomic<bool>>()](const ChunkRequest& request) {
      if (!started->exchange(true)) std::this_thread::sleep_for(std::chrono::seconds(1));
      return solve(request);
    };
    return columns;
  };
  EXPECT_LT(estimated_time({planned(experiment)}, 1, 4).seconds, 0.5);
}

// One column takes longer than there is to measure: the others are tried beside it.
TEST(Estimate, AlwaysComesInTime) {
  const auto cost = [](const Point&, std::size_t column) { return column == 2 ? 0.6 : 1e-4; };
  const auto threads = std::make_shared<std::atomic<int>>();
  const auto start = std::chrono::steady_clock::now();
  const Estimate estimate = estimated_time({planned(busy_experiment(cost, threads))}, 1, 0.4);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
  EXPECT_THAT(estimate.unfinished, testing::Contains("toy/study"));
  EXPECT_GT(estimate.seconds, 0.5);
  while (*threads > 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

}  // namespace
}  // namespace apportion::engine

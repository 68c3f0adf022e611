// The work of a run and its reasons, its order, and its progress.
#include "experiments/engine/plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <thread>
#include <utility>

#include "experiments/engine/messages.hpp"
#include "experiments/engine/timing.hpp"
#include "tests/support/toy_study.hpp"

namespace apportion::engine {
namespace {

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
  // If a point has many tasks, one of each point comes first.
  tasks.clear();
  for (std::size_t point = 0; point < 3; ++point)
    for (std::int64_t chunk = 0; chunk < 4; ++chunk) tasks.push_back({point, chunk, 1, {true}, {false}, chunk == 3});
  EXPECT_THAT(spread_order(tasks), testing::ElementsAre(0, 8, 4, 1, 2, 3, 9, 10, 11, 5, 6, 7));
}

// Each reason occurs for one column of one chunk.
TEST(MissingWork, HasItsReasons) {
  Experiment experiment = testing_support::toy_experiment();
  const StudyColumns columns = experiment.columns(experiment.algorithms);
  ASSERT_EQ(columns.all.size(), 5U);
  const auto whole = [&](std::size_t column) {
    return results::UnitState{0, 0, experiment.chunk_size, false, true, columns.all[column].metrics};
  };
  StoredUnits stored;
  for (std::size_t column = 0; column < columns.all.size(); ++column) stored[{column, 0}] = whole(column);
  stored[{0, 0}].samples = 0;
  stored[{1, 0}].samples -= 1;
  stored[{2, 0}].metrics -= 1;
  stored[{3, 0}].has_values = false;
  stored[{4, 0}].failed = true;
  experiment.samples = experiment.chunk_size;
  const auto at_first = [&](const RunRequest& request) {
    bool is_first = true;
    return missing_work(experiment, columns, request,
                        [&](const Point&) { return std::exchange(is_first, false) ? stored : StoredUnits{}; });
  };
  const Work work = at_first({.keep_samples = true, .retry_failed = true});
  const auto others = static_cast<std::int64_t>((work.points.size() - 1) * columns.all.size());
  EXPECT_EQ(work.missing, (std::map<Missing, std::int64_t>{{Missing::is_new, others},
                                                           {Missing::of_older_revision, 1},
                                                           {Missing::has_fewer_samples, 1},
                                                           {Missing::lacks_metrics, 1},
                                                           {Missing::lacks_values, 1},
                                                           {Missing::failed, 1}}));
  EXPECT_EQ(work.revised, std::set<std::size_t>{0});
  EXPECT_EQ(work.units, 5 + others);
  EXPECT_EQ(at_first({}).missing.count(Missing::lacks_values), experiment.keep_samples ? 1U : 0U);
  EXPECT_EQ(at_first({}).missing.count(Missing::failed), 0U);
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

TEST(Progress, SaysHowLongFromTheFirstTenthOn) {
  EXPECT_EQ(progress_text("toy", 9, 100, 60), "toy: 9 %, 9 of 100 units, 0.1 a second");
  EXPECT_EQ(progress_text("toy", 10, 100, 60), "toy: 10 %, 10 of 100 units, 0.2 a second, 9 min 0 s left");
  EXPECT_EQ(progress_text("toy", 997, 1000, 10), "toy: 99 %, 997 of 1000 units, 100 a second, 0.0 s left");
  EXPECT_EQ(progress_text("toy", 100, 100, 10), "toy: 100 %, 100 of 100 units, 10 a second, 0.0 s left");
}

}  // namespace
}  // namespace apportion::engine

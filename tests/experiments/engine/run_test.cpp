// Planning and running: missing units, stored units, and units that must not change.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "experiments/engine/plan.hpp"
#include "experiments/engine/runner.hpp"
#include "experiments/engine/timing.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/toy_study.hpp"

namespace apportion::engine {
namespace {

using apportion::testing_support::set_drift;
using apportion::testing_support::set_strength;
using apportion::testing_support::toy_experiment;

class EngineRunTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "apportion-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override {
    std::filesystem::remove_all(folder_);
    set_drift(1);
    set_strength(1e9);
  }

  [[nodiscard]] std::filesystem::path file(const std::string& name = "db") const { return folder_ / name; }

  RunReport run_toy(const RunRequest& request, int threads = 1, const std::string& name = "db") const {
    results::Store store(file(name));
    return run(narrowed(toy_experiment(), request), request, {.threads = threads, .quiet = true}, store);
  }

  // The plan, after checking that the preview counts the same without a Store.
  [[nodiscard]] Plan plan(const RunRequest& request) const {
    const Experiment experiment = narrowed(toy_experiment(), request);
    const StudyColumns columns = experiment.columns(experiment.algorithms);
    Work counted;
    if (std::filesystem::exists(file())) {
      const results::Reader reader(file());
      counted = preview(experiment, columns, request, &reader);
    } else {
      counted = preview(experiment, columns, request, nullptr);
    }
    results::Store store(file());
    RunRequest untouched = request;
    untouched.fresh = false;
    Plan planned = make_plan(experiment, columns, untouched, store);
    if (!request.fresh) {
      EXPECT_EQ(counted.units, planned.work.units);
      EXPECT_EQ(counted.units_present, planned.work.units_present);
      EXPECT_EQ(counted.units_failed, planned.work.units_failed);
      EXPECT_EQ(counted.tasks, planned.work.tasks);
    }
    return planned;
  }

  [[nodiscard]] std::string digest(const std::string& name = "db") const {
    return results::Reader(file(name)).digest();
  }

  std::filesystem::path folder_;
};

// 4 points x 2 chunks make 8 tasks, dealt out in turn.
TEST_F(EngineRunTest, ShardsShareTheTasksOut) {
  for (const std::int64_t count : {1, 2, 3, 8, 9}) {
    std::vector<std::pair<std::size_t, std::int64_t>> tasks;
    std::size_t most = 0;
    for (std::int64_t index = 1; index <= count; ++index) {
      const Plan planned = plan({.shard = {index, count}});
      most = std::max(most, planned.work.tasks.size());
      for (const Task& task : planned.work.tasks) tasks.emplace_back(task.point, task.chunk);
    }
    std::ranges::sort(tasks);
    EXPECT_EQ(tasks.size(), 8U) << count;
    EXPECT_EQ(std::unique(tasks.begin(), tasks.end()), tasks.end()) << count;
    EXPECT_EQ(most, static_cast<std::size_t>((8 + count - 1) / count)) << count;
  }
}

TEST_F(EngineRunTest, AShardIsTheSameWhateverIsThere) {
  run_toy({.axes = {{"a", "1"}}});
  const Plan planned = plan({.shard = {2, 3}});
  // The first of its tasks 1, 4 and 7 is already done.
  ASSERT_EQ(planned.work.tasks.size(), 2U);
  EXPECT_EQ(planned.work.tasks[0].point, 2U);
  EXPECT_EQ(planned.work.tasks[0].chunk, 0);
  EXPECT_EQ(planned.work.tasks[1].point, 3U);
  EXPECT_EQ(planned.work.tasks[1].chunk, 1);
  EXPECT_EQ(planned.work.units_present, 5);
}

// 4 points x 2 chunks x 5 columns.
TEST_F(EngineRunTest, AnEmptyStoreLacksEverything) {
  const Plan planned = plan({});
  EXPECT_EQ(planned.work.units, 40);
  EXPECT_EQ(planned.work.units_present, 0);
  ASSERT_EQ(planned.work.tasks.size(), 8U);
  EXPECT_EQ(planned.work.tasks[0].samples, 4);
  EXPECT_EQ(planned.work.tasks[1].samples, 2);
  EXPECT_FALSE(planned.work.tasks[0].last_of_point);
  EXPECT_TRUE(planned.work.tasks[1].last_of_point);
}

TEST_F(EngineRunTest, OnlyWhatIsMissingIsPlanned) {
  EXPECT_EQ(run_toy({}).written, 40);
  EXPECT_EQ(plan({}).work.tasks.size(), 0U);
  EXPECT_EQ(plan({.samples = 4}).work.units, 0);
  // The short chunk is solved again as a whole, and another is added.
  const Plan longer = plan({.samples = 9});
  EXPECT_EQ(longer.work.units, 4 * 2 * 5);
  EXPECT_EQ(longer.work.units_present, 4 * 1 * 5);
  EXPECT_EQ(longer.work.tasks[0].chunk, 1);
  EXPECT_EQ(longer.work.tasks[0].samples, 4);
  EXPECT_EQ(plan({.axes = {{"b", "0,10,20"}}}).work.units, 2 * 2 * 5);
  EXPECT_EQ(plan({.seed = 2}).work.units, 40);
  EXPECT_EQ(plan({.keep_samples = true}).work.units, 40);
  EXPECT_EQ(plan({.algorithms = {"doubling"}}).work.units, 0);
}

TEST_F(EngineRunTest, ALaterColumnIsAdded) {
  EXPECT_EQ(run_toy({.algorithms = {"doubling", "noisy"}}).written, 4 * 2 * 2);
  EXPECT_EQ(run_toy({}).written, 4 * 2 * 3);
  EXPECT_EQ(run_toy({}, 1, "other").written, 40);
  EXPECT_EQ(digest(), digest("other"));
}

TEST_F(EngineRunTest, TheNumberOfThreadsAndOfStepsDoesNotShow) {
  run_toy({.samples = 41, .keep_samples = true}, 1, "one");
  run_toy({.samples = 41, .keep_samples = true}, 8, "eight");
  EXPECT_EQ(digest("one"), digest("eight"));
  for (const std::int64_t samples : {3, 4, 30, 41}) run_toy({.samples = samples, .keep_samples = true}, 2, "steps");
  EXPECT_EQ(digest("one"), digest("steps"));
}

TEST_F(EngineRunTest, FailuresAreKeptAndTriedAgainWhenAsked) {
  set_strength(0);
  EXPECT_EQ(run_toy({}).failed, 8);
  EXPECT_EQ(run_toy({}).failed, 8);
  EXPECT_EQ(plan({}).work.units, 0);
  EXPECT_EQ(plan({}).work.units_failed, 8);
  EXPECT_EQ(plan({.retry_failed = true}).work.units, 8);
  set_strength(1e9);
  EXPECT_EQ(run_toy({.retry_failed = true}).failed, 0);
  run_toy({}, 1, "other");
  EXPECT_EQ(digest(), digest("other"));
}

// A failure concerns the samples that were tried: with more samples the unit is solved again.
TEST_F(EngineRunTest, AFailureOfFewerSamplesIsSolvedAgain) {
  set_strength(0);
  run_toy({.samples = 6});  // of chunks of 4: the second one is short
  EXPECT_EQ(plan({.samples = 5}).work.units, 0);
  const Plan longer = plan({.samples = 7});
  EXPECT_EQ(longer.work.units, 4 * 5) << "the failures of the short chunk, too";
  EXPECT_EQ(longer.work.units_failed, 4) << "those of the whole chunk";
}

TEST_F(EngineRunTest, AFailureIsNamedWhetherItIsNewOrOld) {
  set_strength(0);
  for (int time = 0; time < 2; ++time) {
    SCOPED_TRACE(time);
    const RunReport report = run_toy({});
    ASSERT_TRUE(report.failure) << time;
    EXPECT_EQ(report.failure->experiment, "toy/study");
    EXPECT_EQ(report.failure->column, "fragile");
    EXPECT_EQ(report.failure->point, "a=1 b=0");
    EXPECT_EQ(report.failure->sample, 0);
    EXPECT_FALSE(report.failure->message.empty());
  }
  set_strength(1e9);
  EXPECT_FALSE(run_toy({.retry_failed = true}).failure);
}

TEST_F(EngineRunTest, AChangedAlgorithmOfTheSameRevisionIsCalledOut) {
  run_toy({.algorithms = {"drifting"}});
  const std::string before = digest();
  set_drift(1.5);
  // Nothing is solved, so that nothing is detected.
  EXPECT_EQ(run_toy({.algorithms = {"drifting"}}).written, 0);
  // The pair needs its two algorithms to be solved again.
  try {
    run_toy({});
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("toy/study at a=1 b=0, chunk 0"), HasSubstr("drifting"),
                                    HasSubstr("revision"), HasSubstr("--fresh")));
  }
  EXPECT_THROW(run_toy({.algorithms = {"drifting"}, .keep_samples = true}), std::runtime_error);
  EXPECT_EQ(run_toy({.fresh = true}).written, 40);
  EXPECT_NE(digest(), before);
}

TEST_F(EngineRunTest, RequestsAreChecked) {
  EXPECT_THROW((void)narrowed(toy_experiment(), {.axes = {{"c", "1"}}}), InputError);
  EXPECT_THROW((void)narrowed(toy_experiment(), {.axes = {{"a", "101"}}}), InputError);
  EXPECT_THROW((void)narrowed(toy_experiment(), {.samples = 1'000'000'000}), InputError);
  Experiment deterministic = toy_experiment();
  deterministic.deterministic = true;
  EXPECT_EQ(narrowed(deterministic, {.samples = 50}).samples, 6);
  EXPECT_EQ(narrowed(toy_experiment(), {.samples = 50}).samples, 50);
}

TEST_F(EngineRunTest, TimesAreMeasuredForEveryColumnAndStandOutside) {
  const std::string empty = (run_toy({.algorithms = {"doubling"}}), digest());
  const Experiment experiment = narrowed(toy_experiment(), {.samples = 1, .algorithms = {"doubling"}});
  {
    results::Store store(file());
    const RunReport report = time_experiment(experiment, {}, {.quiet = true}, store);
    EXPECT_EQ(report.written, 4);
  }
  const results::Reader reader(file());
  EXPECT_EQ(reader.query("SELECT * FROM toy_study_timings WHERE median_seconds > 0 AND measured = 1").rows.size(), 4U);
  EXPECT_EQ(reader.digest(), empty);
}

}  // namespace
}  // namespace apportion::engine

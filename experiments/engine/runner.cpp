// The TBB pipeline: tasks in order, solved in parallel, written in order.
#include "experiments/engine/runner.hpp"

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_pipeline.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <stdexcept>
#include <utility>

#include "results/database/store.hpp"

namespace apportion::engine {
namespace {

struct SolvedTask {
  const Task* task = nullptr;  ///< nullptr: writing failed before, and it was not solved
  std::vector<ColumnResult> results;
};

// Gathers solved tasks and writes many of them in one transaction.
class Writer {
 public:
  Writer(const Experiment& experiment, const StudyColumns& columns, const Plan& plan, results::Store& store,
         Progress& progress)
      : experiment_(experiment), columns_(columns), plan_(plan), store_(store), progress_(progress) {}

  void take(const SolvedTask& solved) {
    std::int64_t units = 0;
    for (const ColumnResult& result : solved.results) {
      if (result.unanswered) {
        leave_out(*solved.task, result);
        continue;
      }
      results::UnitResult unit = to_unit(*solved.task, result);
      verify_stored(*solved.task, unit, result.column);
      if (!solved.task->columns[result.column]) continue;
      report_.failed += unit.failure ? 1 : 0;
      if (unit.failure && !report_.failure) report_.failure = named(*solved.task, result.column, *unit.failure);
      batch_.push_back(std::move(unit));
      ++units;
    }
    if (solved.task->last_of_point) completed_.push_back(plan_.point_ids[solved.task->point]);
    pending_ += units;
    if (pending_ >= most_units || std::chrono::steady_clock::now() - last_flush_ > longest_wait) flush();
  }

  void flush() {
    store_.write(batch_, completed_);
    progress_.advance(pending_);
    report_.written += pending_;
    batch_.clear();
    completed_.clear();
    pending_ = 0;
    last_flush_ = std::chrono::steady_clock::now();
  }

  [[nodiscard]] const RunReport& report() const { return report_; }

 private:
  // Limits the units of a transaction: each costs a write to disk, and a killed run loses unwritten units.
  static constexpr std::int64_t most_units = 4096;
  static constexpr std::chrono::milliseconds longest_wait{1000};
  static constexpr std::size_t most_unanswered_noted = 100;

  void leave_out(const Task& task, const ColumnResult& result) {
    if (!task.columns[result.column]) return;
    ++report_.units_unanswered;
    progress_.advance(1);
    if (report_.unanswered.size() < most_unanswered_noted)
      report_.unanswered.push_back(named(task, result.column, *result.unanswered));
  }

  [[nodiscard]] FailedUnit named(const Task& task, std::size_t column, const results::Failure& failure) const {
    return {experiment_.name, plan_.work.points[task.point].name(), columns_.all[column].name(), failure.sample,
            failure.message};
  }

  [[nodiscard]] results::UnitResult to_unit(const Task& task, const ColumnResult& result) const {
    const Column& column = columns_.all[result.column];
    results::UnitResult unit{.point = plan_.point_ids[task.point],
                             .column = plan_.column_ids[result.column],
                             .chunk = task.chunk,
                             .samples = task.samples,
                             .moments = {},
                             .values = {},
                             .failure = result.failure};
    if (unit.failure) return unit;
    for (std::size_t m = 0; m < column.metrics; ++m)
      unit.moments.push_back({plan_.metric_ids[column.first_metric + m], result.moments[m]});
    if (!task.keeps[result.column]) return unit;
    const std::int64_t first = task.chunk * experiment_.chunk_size;
    for (std::size_t k = 0; k < result.values.size(); ++k)
      for (std::size_t m = 0; m < column.metrics; ++m)
        unit.values.push_back(
            {first + static_cast<std::int64_t>(k), plan_.metric_ids[column.first_metric + m], result.values[k][m]});
    return unit;
  }

  // There is nothing to compare on the first run of a unit, when a short chunk is extended, or for metrics added since.
  void verify_stored(const Task& task, const results::UnitResult& unit, std::size_t column) const {
    if (!plan_.has_units) return;
    const std::vector<results::MetricMoments> stored = store_.moments(unit.point, unit.column, unit.chunk);
    if (stored.empty() || stored.front().moments.count != unit.samples) return;
    if (unit.failure) stop(task, column, fmt::format("fails ({})", unit.failure->message));
    for (const auto& [metric, moments] : unit.moments) {
      const auto before = std::ranges::find(stored, metric, &results::MetricMoments::metric);
      if (before != stored.end() && !(before->moments == moments))
        stop(task, column, fmt::format("gives another mean {} than the stored {}", moments.mean, before->moments.mean));
    }
  }

  [[noreturn]] void stop(const Task& task, std::size_t column, const std::string& what) const {
    throw std::runtime_error(fmt::format(
        "{} at {}, chunk {}: solved again, {} {}; "
        "the algorithm is not reproducible, or it or the sampler changed without a new revision (raise it, or start "
        "over with --fresh)",
        experiment_.name, plan_.work.points[task.point].name(), task.chunk, columns_.all[column].name(), what));
  }

  const Experiment& experiment_;
  const StudyColumns& columns_;
  const Plan& plan_;
  results::Store& store_;
  Progress& progress_;
  std::vector<results::UnitResult> batch_;
  std::vector<results::Id> completed_;
  std::int64_t pending_ = 0;
  RunReport report_;
  std::chrono::steady_clock::time_point last_flush_ = std::chrono::steady_clock::now();
};

// Tasks run in spread_order(). The writer's exceptions are rethrown at the end: oneTBB would not free the solved tasks
// in its pipeline if a filter threw.
void run_pipeline(const Plan& plan, int threads, const std::function<SolvedTask(const Task&)>& solve_task,
                  Writer& writer) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  std::exception_ptr failure;
  std::atomic<bool> failed{false};
  const std::vector<std::size_t> order = spread_order(plan.work.tasks);
  std::size_t next = 0;
  const auto feed = [&](tbb::flow_control& control) -> std::size_t {
    if (next < order.size() && !failed) return order[next++];
    control.stop();
    return 0;
  };
  const auto answer = [&](std::size_t task) { return failed ? SolvedTask{} : solve_task(plan.work.tasks[task]); };
  const auto take = [&](const SolvedTask& solved) {
    if (failed) return;
    try {
      writer.take(solved);
    } catch (...) {
      failure = std::current_exception();
      failed = true;
    }
  };
  const auto tokens = static_cast<std::size_t>(threads) * 16;
  tbb::parallel_pipeline(tokens, tbb::make_filter<void, std::size_t>(tbb::filter_mode::serial_in_order, feed) &
                                     tbb::make_filter<std::size_t, SolvedTask>(tbb::filter_mode::parallel, answer) &
                                     tbb::make_filter<SolvedTask, void>(tbb::filter_mode::serial_in_order, take));
  if (failure) std::rethrow_exception(failure);
}

}  // namespace

int thread_count(const RunSettings& settings) {
  return settings.threads > 0 ? settings.threads : tbb::info::default_concurrency();
}

RunReport run(const Experiment& experiment, const RunRequest& request, const RunSettings& settings,
              results::Store& store) {
  const StudyColumns columns = experiment.columns(experiment.algorithms);
  const Plan plan = make_plan(experiment, columns, request, store);
  Progress progress(settings.quiet, experiment.name, plan.work.units);
  Writer writer(experiment, columns, plan, store, progress);
  if (!plan.stale_points.empty()) store.write({}, plan.stale_points);
  const auto solve = [&](const Task& task) {
    return SolvedTask{&task, columns.solve({.seed = request.seed,
                                            .point = &plan.work.points[task.point],
                                            .first_sample = task.chunk * experiment.chunk_size,
                                            .samples = task.samples,
                                            .columns = task.columns,
                                            .keep_values = std::ranges::count(task.keeps, true) > 0})};
  };
  run_pipeline(plan, thread_count(settings), solve, writer);
  writer.flush();
  RunReport report = writer.report();
  report.present = plan.work.units_present;
  report.failed += plan.work.units_failed;
  if (const std::optional<UnitPlace>& before = plan.work.first_failed; before && !report.failure)
    if (const auto failure =
            store.failure(plan.point_ids[before->point], plan.column_ids[before->column], before->chunk))
      report.failure = FailedUnit{experiment.name, plan.work.points[before->point].name(),
                                  columns.all[before->column].name(), failure->sample, failure->message};
  progress.finish();
  return report;
}

}  // namespace apportion::engine

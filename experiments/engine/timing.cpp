// Measurement of working times and of single solves.
#include "experiments/engine/timing.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "results/database/store.hpp"

namespace apportion::engine {
namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

rusage usage_of_this_thread() {
  rusage usage{};
  static_cast<void>(::getrusage(RUSAGE_THREAD, &usage));
  return usage;
}

constexpr double shortest_loop_seconds = 2e-4;
constexpr int loops = 3;
constexpr double long_call_seconds = 0.01;

// Seconds since some moment, by a clock that never goes back.
double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double loop_seconds(const std::function<void()>& solve, std::int64_t times) {
  const double start = steady_seconds();
  for (std::int64_t k = 0; k < times; ++k) solve();
  return steady_seconds() - start;
}

}  // namespace

double working_seconds(const std::function<void()>& work) {
  const rusage before = usage_of_this_thread();
  const double start = steady_seconds();
  work();
  const double elapsed = steady_seconds() - start;
  const rusage after = usage_of_this_thread();
  if (after.ru_nvcsw != before.ru_nvcsw || after.ru_nivcsw == before.ru_nivcsw) return elapsed;
  return seconds_of(after.ru_utime) + seconds_of(after.ru_stime) - seconds_of(before.ru_utime) -
         seconds_of(before.ru_stime);
}

double seconds_per_call(const std::function<void()>& call) {
  std::int64_t times = 1;
  double seconds = loop_seconds(call, times);
  while (seconds < shortest_loop_seconds) {
    times *= 2;
    seconds = loop_seconds(call, times);
  }
  if (times == 1 && seconds >= long_call_seconds) return seconds;
  for (int loop = 1; loop < loops; ++loop) seconds = std::min(seconds, loop_seconds(call, times));
  return seconds / static_cast<double>(times);
}

RunReport time_experiment(const Experiment& experiment, const RunRequest& request, const RunSettings& settings,
                          results::Store& store) {
  const StudyColumns columns = experiment.columns(experiment.algorithms);
  RunRequest nothing_kept = request;
  nothing_kept.fresh = false;
  const Plan plan = make_plan(experiment, columns, nothing_kept, store);
  RunReport report;
  // Pairs come last, and are not solved.
  const auto algorithms = static_cast<std::size_t>(
      std::ranges::count_if(columns.all, [](const Column& column) { return column.record.rival.empty(); }));
  Progress progress(settings.quiet, experiment.name + " (timing)",
                    static_cast<std::int64_t>(plan.work.points.size() * algorithms));
  for (std::size_t p = 0; p < plan.work.points.size(); ++p) {
    std::vector<std::vector<double>> seconds(algorithms);
    for (std::int64_t sample = 0; sample < experiment.samples; ++sample)
      for (std::size_t c = 0; c < algorithms; ++c)
        seconds[c].push_back(seconds_per_call(columns.prepare(request.seed, plan.work.points[p], sample, c)));
    std::vector<results::TimingRecord> timings;
    for (std::size_t c = 0; c < algorithms; ++c) {
      std::vector<double>& all = seconds[c];
      std::ranges::sort(all);
      const double median = (all[(all.size() - 1) / 2] + all[all.size() / 2]) / 2;
      timings.push_back({plan.point_ids[p], plan.column_ids[c], median, all.front(), all.back(), experiment.samples});
    }
    store.write_timings(timings);
    report.written += static_cast<std::int64_t>(timings.size());
    progress.advance(static_cast<std::int64_t>(timings.size()));
  }
  progress.finish();
  return report;
}

}  // namespace apportion::engine

// Measuring a few tasks.
#include "experiments/engine/estimate.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace apportion::engine {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// Samples times columns.
double amount(const Task& task, std::int64_t samples) {
  return static_cast<double>(samples * std::ranges::count(task.columns, true));
}

// The k-th of the multiples of the golden ratio modulo 1: any first few of them are spread evenly.
std::size_t spread(std::size_t k, std::size_t size) {
  constexpr double golden = 0.6180339887498949;
  const double place = 0.5 + static_cast<double>(k) * golden;
  return std::min(static_cast<std::size_t>((place - std::floor(place)) * static_cast<double>(size)), size - 1);
}

}  // namespace

double estimated_seconds(const Experiment& experiment, const RunRequest& request, const Work& work,
                         double measured_seconds) {
  const StudyColumns columns = experiment.columns(experiment.algorithms);
  const auto solve = [&](const Task& task, std::int64_t samples) {
    const Clock::time_point start = Clock::now();
    static_cast<void>(columns.solve({.seed = request.seed,
                                     .point = &work.points[task.point],
                                     .first_sample = task.chunk * experiment.chunk_size,
                                     .samples = samples,
                                     .columns = task.columns}));
    return seconds_since(start);
  };
  double all_work = 0;
  for (const Task& task : work.tasks) all_work += amount(task, task.samples);
  double measured_work = 0;
  double seconds = 0;
  const Clock::time_point start = Clock::now();
  for (std::size_t k = 0; k < work.tasks.size(); ++k) {
    const double left = measured_seconds - seconds_since(start);
    if (k > 0 && left <= 0) break;
    const Task& task = work.tasks[spread(k, work.tasks.size())];
    // A whole chunk costs less a sample than a single one, but may take longer than there is time.
    const double single = solve(task, 1);
    const bool whole = single * static_cast<double>(task.samples) < left;
    seconds += whole ? solve(task, task.samples) : single;
    measured_work += amount(task, whole ? task.samples : 1);
  }
  return seconds * all_work / measured_work;
}

}  // namespace apportion::engine

// Measuring a few tasks.
#include "experiments/engine/estimate.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <future>
#include <thread>
#include <utility>

#include "experiments/engine/forecast.hpp"

namespace apportion::engine {
namespace {

constexpr std::size_t candidates = 64;

// The task that says most beside those that were measured; in the end any.
const Task& task_to_measure(const Work& work, const CostModel& model, std::size_t measured) {
  std::vector<std::size_t> points;
  for (std::size_t k = 0; k < std::min(candidates, work.tasks.size()); ++k)
    points.push_back(work.tasks[spread_place(measured * candidates + k, work.tasks.size())].point);
  const Task& any = work.tasks[spread_place(measured, work.tasks.size())];
  const std::optional<std::size_t> best = model.least_known(points);
  return best ? *std::ranges::find(work.tasks, *best, &Task::point) : any;
}

}  // namespace

double estimated_seconds(const Experiment& experiment, const RunRequest& request, const Work& work,
                         double measured_seconds) {
  const StudyColumns columns = experiment.columns(experiment.algorithms);
  CostModel model(work.points);
  const double start = steady_seconds();
  for (std::size_t k = 0; k < work.tasks.size(); ++k) {
    const double left = measured_seconds - (steady_seconds() - start);
    if (k > 0 && left <= 0) break;
    const Task& task = task_to_measure(work, model, k);
    // A whole chunk costs less a sample than a single one, but may take longer than there is time.
    const double single = seconds_of_trial(experiment, request, columns, work, task, 1);
    model.add_trial(task.point, amount_of_work(task, 1), single);
    if (single * static_cast<double>(task.samples) >= left) continue;
    const double whole = seconds_of_trial(experiment, request, columns, work, task, task.samples);
    model.add(task.point, amount_of_work(task, task.samples), whole);
  }
  const std::vector<double> costs = model.costs();
  double seconds = 0;
  for (const Task& task : work.tasks) seconds += amount_of_work(task, task.samples) * costs[task.point];
  return seconds;
}

std::vector<std::optional<double>> estimated_soon(const std::vector<std::shared_ptr<const PlannedRun>>& runs,
                                                  double measured_seconds) {
  const auto now = std::chrono::steady_clock::now();
  const std::chrono::duration<double> share(measured_seconds / static_cast<double>(runs.size()));
  std::vector<std::future<double>> estimates;
  for (const std::shared_ptr<const PlannedRun>& run : runs) {
    std::promise<double> promise;
    estimates.push_back(promise.get_future());
    // It may outlive us.
    std::thread([run, share, promise = std::move(promise)]() mutable {
      try {
        promise.set_value(estimated_seconds(run->experiment, run->request, run->work, share.count()));
      } catch (...) {
        promise.set_exception(std::current_exception());
      }
    }).detach();
    // One after the other, so that none disturbs another's clock, but none waits for a long one.
    static_cast<void>(estimates.back().wait_for(share));
  }
  std::vector<std::optional<double>> seconds;
  const auto deadline = now + std::chrono::duration_cast<std::chrono::nanoseconds>(2 * share * runs.size());
  for (std::future<double>& estimate : estimates) {
    const bool is_known = estimate.wait_until(deadline) == std::future_status::ready;
    seconds.push_back(is_known ? std::optional(estimate.get()) : std::nullopt);
  }
  return seconds;
}

}  // namespace apportion::engine

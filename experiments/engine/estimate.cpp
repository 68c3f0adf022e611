// Measuring a few tasks.
#include "experiments/engine/estimate.hpp"

#include <algorithm>

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

}  // namespace apportion::engine

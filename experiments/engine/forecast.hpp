// How long the rest of a run will take.
#pragma once

#include <cstdint>
#include <functional>

#include "experiments/engine/cost_model.hpp"
#include "experiments/engine/plan.hpp"
#include "experiments/engine/working_time.hpp"

namespace apportion::engine {

/// How a forecast measures; a test has a clock of its own.
struct Stopwatch {
  std::function<double()> now = steady_seconds;
  std::function<double(const std::function<void()>& work)> seconds_of = working_seconds;
};

/// Learns from the tasks as they are solved what the others will cost. Since the next tasks of a grid say little of its
/// other end, a sample here and there of tasks to come is solved for the clock alone, for less than a hundredth of
/// the run. Not thread-safe. Nothing of it reaches the results.
class Forecast {
 public:
  /// All arguments outlive it. No sample is tried before the run has taken `first_trial` seconds.
  Forecast(const Experiment& experiment, const RunRequest& request, const StudyColumns& columns, const Work& work,
           double first_trial, Stopwatch stopwatch = {});

  /// The next of the work's tasks, in their order, was solved in this time, by working_seconds().
  void solved(const Task& task, double seconds);

  /// Seconds until all tasks are solved if the rest goes on as fast as the run went so far; 0 before the first task.
  [[nodiscard]] double seconds_left();

 private:
  void try_a_sample();
  [[nodiscard]] double seconds_of_shortest(const Task& task, std::int64_t samples);
  [[nodiscard]] std::size_t task_to_try() const;
  [[nodiscard]] bool is_time_to_try(double elapsed) const;
  [[nodiscard]] double trial_budget();
  void fit_if_due();

  const Experiment& experiment_;
  const RunRequest& request_;
  const StudyColumns& columns_;
  const Work& work_;
  double first_trial_;
  CostModel model_;
  Stopwatch stopwatch_;
  double start_;
  std::size_t solved_ = 0;     ///< tasks
  double busy_ = 0;            ///< seconds of these tasks, of all threads together
  std::vector<double> to_do_;  ///< amount of work by point
  double samples_ = 0;         ///< of all tasks
  double tried_seconds_ = 0;
  std::size_t trials_ = 0;
  std::size_t nothing_new_ = 0;  ///< trials in a row that found no task of an unknown point
  std::vector<double> costs_;
  double work_left_ = 0;  ///< seconds on one thread, at the last fit
  double fit_due_;
};

/// Samples times columns.
[[nodiscard]] double amount_of_work(const Task& task, std::int64_t samples);

/// Seconds that the first samples of a task take on this thread. What fails takes what it takes to fail.
[[nodiscard]] double seconds_of_trial(const Experiment& experiment, const RunRequest& request,
                                      const StudyColumns& columns, const Work& work, const Task& task,
                                      std::int64_t samples, const Stopwatch& stopwatch = {});

}  // namespace apportion::engine

// How long a run will take: before it, from a short measurement, and during it, from the tasks that were solved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/engine/experiment.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/engine/plan.hpp"
#include "experiments/engine/timing.hpp"

namespace apportion::engine {

/// How long work takes at the points of a grid, estimated from the points where work was done.
class Rates {
 public:
  explicit Rates(const std::vector<Axis>& axes);

  /// Work that was done at a point, beside what was known of it.
  void add(std::size_t point, double amount, double seconds);

  [[nodiscard]] bool is_known(std::size_t point) const { return points_[point].amount > 0; }
  /// How much work is known of a point.
  [[nodiscard]] double amount(std::size_t point) const { return points_[point].amount; }
  /// Seconds per amount of work at a known point.
  [[nodiscard]] double at(std::size_t point) const { return points_[point].seconds / points_[point].amount; }
  /// Seconds per amount of work at every point: what it took there, else the mean of its neighbours on the axes, of
  /// those that lie nearer to what is known. Zeros if nothing is.
  [[nodiscard]] std::vector<double> all() const;
  /// How far off a rate is that is guessed from the nearest known point: the root mean square of the logarithms of the
  /// quotients over known points, of which some dozens are looked at. Nothing if fewer than three are known.
  [[nodiscard]] std::optional<double> spread() const;
  /// Nine of ten rates that are guessed from the nearest known point are within this factor, were their logarithms
  /// normally distributed; 4 where fewer than three points are known, and between 1.05 and 10.
  [[nodiscard]] double factor_of_guesses() const;

 private:
  struct Cost {
    double amount = 0;
    double seconds = 0;
  };

  [[nodiscard]] std::vector<std::size_t> neighbours(std::size_t point) const;
  [[nodiscard]] std::size_t steps_between(std::size_t a, std::size_t b) const;

  std::vector<std::size_t> sizes_;  ///< of the axes, the last one first
  std::vector<Cost> points_;
};

/// The k-th place of `size`, each once while k is below it, spread evenly however many of the first are taken.
[[nodiscard]] std::size_t spread_place(std::size_t k, std::size_t size);

/// The places of the tasks in an order that visits all of the grid early, so that what is over tells of what is to
/// come: points as spread_place() has them, with all their tasks where these are few, else first with one of each.
[[nodiscard]] std::vector<std::size_t> spread_order(const std::vector<Task>& tasks);

/// How a forecast measures; a test has a clock of its own.
struct Stopwatch {
  std::function<double()> now = steady_seconds;
  std::function<double(const std::function<void()>& work)> seconds_of = working_seconds;
};

/// Learns from the tasks as they are solved what the others will cost, and from what earlier runs measured. Where the
/// first points have many tasks, single samples of later points are solved only to be timed, for less than a hundredth
/// of the run. Not thread-safe. The results do not depend on it.
class Forecast {
 public:
  /// All arguments outlive it. No sample is tried before the run has taken `first_trial` seconds.
  Forecast(const Experiment& experiment, const RunRequest& request, const StudyColumns& columns, const Work& work,
           double first_trial, Stopwatch stopwatch = {});

  /// The next of the work's tasks, as spread_order() has them, was solved in this time, by working_seconds().
  void solved(const Task& task, double seconds);

  /// The time until all tasks are solved, at the pace of the run so far; zeros before the first task. The rates of
  /// points with a solved task are known; those of the others are off by as much as Rates::factor_of_guesses() says.
  [[nodiscard]] TimeLeft time_left();

 private:
  void recall();
  [[nodiscard]] double trial_budget();
  void try_a_sample();
  /// Seconds on one thread, if the guessed points take `factor` times as long as guessed.
  [[nodiscard]] double work_left(double factor) const;
  void learn_if_due();

  const Experiment& experiment_;
  const RunRequest& request_;
  const StudyColumns& columns_;
  const Work& work_;
  double first_trial_;
  Stopwatch stopwatch_;
  double start_;
  Rates known_;
  double learning_due_;
  std::vector<double> rates_;  ///< as learnt last
  double factor_ = 1;          ///< of guessed points, as learnt last
  double work_left_ = 0;       ///< then, in seconds on one thread
  double busy_ = 0;            ///< seconds of the solved tasks, of all threads together
  std::vector<double> to_do_;  ///< amount of work by point: samples times columns
  double samples_ = 0;         ///< of all tasks
  double task_amount_ = 0;     ///< of the greatest task
  double tried_seconds_ = 0;
  std::int64_t trials_ = 0;
  std::size_t next_place_ = 0;  ///< to look at for a trial
};

/// A run whose time is to be estimated.
struct PlannedRun {
  Experiment experiment;
  RunRequest request;
  Work work;  ///< of a timed experiment times_to_measure()
};

/// A task for each point, which measures the times of all columns.
[[nodiscard]] Work times_to_measure(const Experiment& experiment, const StudyColumns& columns);

struct Estimate {
  double seconds = 0;
  /// The time is likely to lie between these ends, which follow from how well measured points predict each other;
  /// `high` also allows for other work on the machine. With `unfinished` runs it may be any amount higher.
  double low = 0;
  double high = 0;
  /// Experiments of which a sample was not solved in time. It counts as twice what it took so far. Its thread goes on,
  /// and the caller should end the program soon.
  std::vector<std::string> unfinished = {};
};

/// How long the runs take one after the other, each on so many threads, writing left aside. Samples that are spread
/// over their points and columns are solved, one after the other, for about `measured_seconds`, and the runs share that
/// time. While a sample takes long, the next ones are tried beside it; what Work::known_times has is not measured
/// again. Returns after `measured_seconds` and a quarter at the latest. A solve that fails counts as long as it took to
/// fail.
[[nodiscard]] Estimate estimated_time(const std::vector<std::shared_ptr<const PlannedRun>>& runs, int threads,
                                      double measured_seconds);

}  // namespace apportion::engine

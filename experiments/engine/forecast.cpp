// Watching a run, and trying samples of what is to come.
#include "experiments/engine/forecast.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace apportion::engine {
namespace {

constexpr double share_of_trials = 0.008;       // of the whole run, as it is forecast
constexpr double share_of_trials_so_far = 0.1;  // of what is over: early trials are worth most
// A run of N samples tries at most N / 200: where each takes long, a hundredth of the time is soon gone.
constexpr double samples_per_trial = 200;
constexpr std::size_t candidates = 64;
constexpr std::size_t most_vain_trials = 20;
constexpr int repetitions = 3;

}  // namespace

double amount_of_work(const Task& task, std::int64_t samples) {
  return static_cast<double>(samples * std::ranges::count(task.columns, true));
}

double seconds_of_trial(const Experiment& experiment, const RunRequest& request, const StudyColumns& columns,
                        const Work& work, const Task& task, std::int64_t samples, const Stopwatch& stopwatch) {
  return stopwatch.seconds_of([&] {
    static_cast<void>(columns.solve({.seed = request.seed,
                                     .point = &work.points[task.point],
                                     .first_sample = task.chunk * experiment.chunk_size,
                                     .samples = samples,
                                     .columns = task.columns}));
  });
}

Forecast::Forecast(const Experiment& experiment, const RunRequest& request, const StudyColumns& columns,
                   const Work& work, double first_trial, Stopwatch stopwatch)
    : experiment_(experiment),
      request_(request),
      columns_(columns),
      work_(work),
      first_trial_(first_trial),
      model_(work.points),
      stopwatch_(std::move(stopwatch)),
      start_(stopwatch_.now()),
      to_do_(work.points.size()),
      fit_due_(start_) {
  for (const Task& task : work.tasks) {
    to_do_[task.point] += amount_of_work(task, task.samples);
    samples_ += static_cast<double>(task.samples);
  }
}

void Forecast::solved(const Task& task, double seconds) {
  const double amount = amount_of_work(task, task.samples);
  model_.add(task.point, amount, seconds);
  to_do_[task.point] -= amount;
  busy_ += seconds;
  ++solved_;
  // A user's program is not asked more than the run needs: nobody knows how long it takes.
  if (columns_.own.empty() && is_time_to_try(stopwatch_.now() - start_) && trial_budget() > 0) try_a_sample();
}

bool Forecast::is_time_to_try(double elapsed) const {
  return elapsed >= first_trial_ && solved_ < work_.tasks.size() && nothing_new_ < most_vain_trials &&
         static_cast<double>(trials_) * samples_per_trial < samples_;
}

double Forecast::trial_budget() {
  fit_if_due();
  return std::min(share_of_trials * (busy_ + work_left_), share_of_trials_so_far * busy_) - tried_seconds_;
}

// First one that was solved: what a trial takes more is then known. Then the one of those to come that says most.
std::size_t Forecast::task_to_try() const {
  if (trials_ == 0) return solved_ - 1;
  const std::size_t ahead = work_.tasks.size() - solved_;
  std::vector<std::size_t> places;
  std::vector<std::size_t> points;
  for (std::size_t k = 0; k < std::min(candidates, ahead); ++k) {
    places.push_back(solved_ + spread_place(trials_ * candidates + k, ahead));
    points.push_back(work_.tasks[places.back()].point);
  }
  const std::optional<std::size_t> best = model_.least_known(points);
  if (!best) return work_.tasks.size();
  return places[static_cast<std::size_t>(std::ranges::find(points, *best) - points.begin())];
}

void Forecast::try_a_sample() {
  const std::size_t place = task_to_try();
  ++trials_;
  nothing_new_ = place == work_.tasks.size() ? nothing_new_ + 1 : 0;
  if (nothing_new_ > 0) return;
  const Task& task = work_.tasks[place];
  std::int64_t samples = 1;
  double seconds = seconds_of_shortest(task, samples);
  // Several samples at once cost less, and say more.
  if (seconds * static_cast<double>(task.samples) < trial_budget()) {
    samples = task.samples;
    seconds = seconds_of_shortest(task, samples);
  }
  model_.add_trial(task.point, amount_of_work(task, samples), seconds);
}

// Of a few, as long as there is time: an interruption is no cost.
double Forecast::seconds_of_shortest(const Task& task, std::int64_t samples) {
  double shortest = std::numeric_limits<double>::max();
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    if (repetition > 0 && repetitions * shortest > trial_budget()) break;
    const double seconds = seconds_of_trial(experiment_, request_, columns_, work_, task, samples, stopwatch_);
    tried_seconds_ += seconds;
    shortest = std::min(shortest, seconds);
  }
  return shortest;
}

void Forecast::fit_if_due() {
  const double now = stopwatch_.now();
  if (now < fit_due_) return;
  costs_ = model_.costs();
  work_left_ = 0;
  for (std::size_t point = 0; point < to_do_.size(); ++point) work_left_ += to_do_[point] * costs_[point];
  // Fitting takes at most a two-hundredth of the time, and says little new before some more was solved.
  const double then = stopwatch_.now();
  fit_due_ = then + std::max(200 * (then - now), 0.02 * (then - start_));
}

double Forecast::seconds_left() {
  if (solved_ == 0) return 0;
  fit_if_due();
  double work = 0;
  for (std::size_t point = 0; point < to_do_.size(); ++point) work += to_do_[point] * costs_[point];
  return work * (stopwatch_.now() - start_) / (busy_ + tried_seconds_);
}

}  // namespace apportion::engine

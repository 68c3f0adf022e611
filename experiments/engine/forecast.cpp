// Watching a run, and trying samples of what is to come.
#include "experiments/engine/forecast.hpp"

#include <algorithm>

namespace apportion::engine {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double share_of_trials = 0.01;
// A run of N samples tries at most N / 200: where each takes long, a hundredth of the time is soon gone.
constexpr double samples_per_trial = 200;
constexpr std::size_t candidates = 64;
constexpr std::size_t most_vain_trials = 20;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

}  // namespace

double amount_of_work(const Task& task, std::int64_t samples) {
  return static_cast<double>(samples * std::ranges::count(task.columns, true));
}

double seconds_of_trial(const Experiment& experiment, const RunRequest& request, const StudyColumns& columns,
                        const Work& work, const Task& task, std::int64_t samples) {
  const Clock::time_point start = Clock::now();
  static_cast<void>(columns.solve({.seed = request.seed,
                                   .point = &work.points[task.point],
                                   .first_sample = task.chunk * experiment.chunk_size,
                                   .samples = samples,
                                   .columns = task.columns}));
  return seconds_since(start);
}

Forecast::Forecast(const Experiment& experiment, const RunRequest& request, const StudyColumns& columns,
                   const Work& work, double first_trial)
    : experiment_(experiment),
      request_(request),
      columns_(columns),
      work_(work),
      first_trial_(first_trial),
      model_(work.points),
      to_do_(work.points.size()) {
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
  if (is_time_to_try(seconds_since(start_))) try_a_sample();
}

bool Forecast::is_time_to_try(double elapsed) const {
  return elapsed >= first_trial_ && solved_ < work_.tasks.size() && nothing_new_ < most_vain_trials &&
         tried_seconds_ <= share_of_trials * busy_ && static_cast<double>(trials_) * samples_per_trial < samples_;
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
  double seconds = seconds_of_trial(experiment_, request_, columns_, work_, task, samples);
  tried_seconds_ += seconds;
  // Several samples at once cost less, and say more.
  const double left = share_of_trials * busy_ - tried_seconds_;
  if (seconds * static_cast<double>(task.samples) < left) {
    samples = task.samples;
    seconds = seconds_of_trial(experiment_, request_, columns_, work_, task, samples);
    tried_seconds_ += seconds;
  }
  model_.add_trial(task.point, amount_of_work(task, samples), seconds);
}

double Forecast::seconds_left() {
  if (solved_ == 0) return 0;
  const Clock::time_point now = Clock::now();
  if (now >= fit_due_) {
    costs_ = model_.costs();
    // Fitting takes at most a hundredth of the time as well.
    fit_due_ = Clock::now() + 100 * (Clock::now() - now);
  }
  double work = 0;
  for (std::size_t point = 0; point < to_do_.size(); ++point) work += to_do_[point] * costs_[point];
  return work * seconds_since(start_) / busy_;
}

}  // namespace apportion::engine

// Measuring a few samples of each column, and adding up the tasks.
#include "experiments/engine/estimate.hpp"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <ctime>
#include <list>
#include <mutex>
#include <numeric>
#include <optional>
#include <thread>
#include <utility>

#include "experiments/engine/forecast.hpp"
#include "experiments/engine/timing.hpp"

namespace apportion::engine {
namespace {

// What is measured at once: samples of one column, or none, which is what drawing them takes.
struct Trial {
  std::size_t run = 0;
  const Task* task = nullptr;
  std::size_t column = 0;
  std::int64_t samples = 1;
  clockid_t clock = CLOCK_MONOTONIC;
  double start = 0;
};

double seconds_by(clockid_t clock) {
  timespec time{};
  static_cast<void>(::clock_gettime(clock, &time));
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// A run with what is known of it.
class TriedRun {
 public:
  explicit TriedRun(std::shared_ptr<const PlannedRun> run)
      : run_(std::move(run)),
        columns_(run_->experiment.columns(run_->experiment.algorithms)),
        drawing_(columns_.all.size()),
        rates_(drawing_ + 1, Rates(run_->experiment.axes)) {
    for (const KnownTime& known : run_->work.known_times) {
      const auto samples = static_cast<double>(known.samples);
      if (samples <= 0 || run_->experiment.timed) continue;
      rates_[known.column].add(known.point, samples, known.seconds);
      // It is part of the columns' times.
      rates_[drawing_].add(known.point, samples, 0);
    }
    for (const Task& task : run_->work.tasks)
      if (firsts_.empty() || firsts_.back()->point != task.point) firsts_.push_back(&task);
  }

  [[nodiscard]] const Experiment& experiment() const { return run_->experiment; }
  // A run during a trial holds up no other one.
  [[nodiscard]] std::pair<int, double> spent() const { return {under_way_, seconds_}; }

  // First a sample of every column at every point; then, if time allows, as many as a task has.
  std::optional<Trial> begin(double seconds_left) {
    constexpr double share = 0.1;
    const std::size_t trials = firsts_.size() * rates_.size();
    while (next_ < 2 * trials) {
      const bool is_again = next_ >= trials;
      const std::size_t place = spread_place(next_++, trials);
      Trial trial{.task = firsts_[place / rates_.size()], .column = place % rates_.size()};
      if (!is_needed(*trial.task, trial.column)) continue;
      const Rates& rates = rates_[trial.column];
      if (!is_again && rates.is_known(trial.task->point)) continue;
      if (is_again) {
        trial.samples = trial.task->samples;
        if (trial.samples == 1 || run_->experiment.timed || !rates.is_known(trial.task->point)) continue;
        if (rates.amount(trial.task->point) >= static_cast<double>(trial.samples)) continue;
        if (rates.at(trial.task->point) * static_cast<double>(trial.samples) > share * seconds_left) continue;
      }
      // How many others want the processors says nothing of a trial; a user's program works while we wait.
      if (columns_.own.empty()) static_cast<void>(::pthread_getcpuclockid(::pthread_self(), &trial.clock));
      trial.start = seconds_by(trial.clock);
      ++under_way_;
      return trial;
    }
    return std::nullopt;
  }

  // Of work on the trial's clock, and of any clock.
  [[nodiscard]] std::pair<double, double> measured(const Trial& trial) const {
    // A user's program may have to be started.
    if (!columns_.own.empty()) solve(trial);
    const double start = seconds_by(trial.clock);
    const double steady_start = steady_seconds();
    solve(trial);
    return {seconds_by(trial.clock) - start, steady_seconds() - steady_start};
  }

  void end(const Trial& trial, double seconds) {
    rates_[trial.column].add(trial.task->point, static_cast<double>(trial.samples), seconds);
    seconds_ += seconds;
    --under_way_;
  }

  /// The time of the run, and its ends.
  struct Range {
    double seconds = 0;
    double low = 0;
    double high = 0;
  };

  // Points of which as many samples were solved as a task has are known; the others are as far off as known points are
  // from what their nearest ones say.
  [[nodiscard]] Range range(int threads) const {
    std::vector<std::vector<double>> rates;
    for (const Rates& each : rates_) rates.push_back(each.all());
    const double factor = factor_of_guesses();
    return {seconds(rates, threads, 1), seconds(rates, threads, 1 / factor), seconds(rates, threads, factor)};
  }

 private:
  // Of the column that is guessed worst.
  [[nodiscard]] double factor_of_guesses() const {
    double factor = 1;
    for (std::size_t column = 0; column < drawing_; ++column) {
      if (!std::ranges::any_of(firsts_, [&](const Task* task) { return is_needed(*task, column); })) continue;
      factor = std::max(factor, rates_[column].factor_of_guesses());
    }
    return factor;
  }

  // Samples of one point differ by less than points do.
  [[nodiscard]] double factor_of(const Task& task, double factor) const {
    constexpr double of_samples = 2;
    double known = static_cast<double>(task.samples);
    for (std::size_t column = 0; column < drawing_; ++column)
      if (is_needed(task, column)) known = std::min(known, rates_[column].amount(task.point));
    if (known >= static_cast<double>(task.samples)) return 1;
    return known > 0 ? std::clamp(factor, 1 / of_samples, of_samples) : factor;
  }

  // A column of which nothing is known takes what the others take in the mean. What is guessed counts `factor` times.
  [[nodiscard]] double seconds(const std::vector<std::vector<double>>& rates, int threads, double factor) const {
    double total = 0;
    double longest = 0;
    for (const Task& task : run_->work.tasks) {
      const double drawing = rates[drawing_][task.point];
      double solving = 0;
      double needed = 0;
      double known = 0;
      for (std::size_t column = 0; column < drawing_; ++column) {
        if (!is_needed(task, column)) continue;
        const double rate = rates[column][task.point];
        needed += 1;
        known += rate > 0 ? 1 : 0;
        solving += std::max(rate - drawing, 0.0);
      }
      const double seconds = static_cast<double>(task.samples) * (drawing + solving * needed / std::max(known, 1.0)) *
                             factor_of(task, factor);
      total += seconds;
      longest = std::max(longest, seconds);
    }
    return std::max(run_->experiment.timed ? total : total / threads, longest);
  }

  void solve(const Trial& trial) const {
    const Point& point = run_->work.points[trial.task->point];
    const std::int64_t first = trial.task->chunk * run_->experiment.chunk_size;
    if (run_->experiment.timed) {
      static_cast<void>(seconds_per_call(columns_.prepare(run_->request.seed, point, first, trial.column)));
      return;
    }
    std::vector<bool> wanted(columns_.all.size());
    if (trial.column != drawing_) wanted[trial.column] = true;
    static_cast<void>(columns_.solve({run_->request.seed, &point, first, trial.samples, wanted}));
  }

  // A pair is solved with its members, where these are wanted.
  [[nodiscard]] bool is_needed(const Task& task, std::size_t column) const {
    if (column == drawing_) return !run_->experiment.timed;
    const auto is_plain = [this](std::size_t each) { return columns_.all[each].record.rival.empty(); };
    if (!task.columns[column] || is_plain(column)) return task.columns[column];
    for (std::size_t each = 0; each < drawing_; ++each)
      if (task.columns[each] && is_plain(each)) return false;
    return true;
  }

  std::shared_ptr<const PlannedRun> run_;
  StudyColumns columns_;
  std::size_t drawing_;  // the place after the columns
  std::vector<Rates> rates_;
  std::vector<const Task*> firsts_;  // of each point
  std::size_t next_ = 0;
  int under_way_ = 0;
  double seconds_ = 0;
};

// What the threads that measure share, one of which may outlive the caller.
struct Measurement {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<TriedRun> runs;
  std::list<Trial> under_way;
  double end = 0;
  double working = 0;  // seconds of the trials by their clocks, and by that of the wall
  double elapsed = 0;
  bool over = false;
  std::size_t finished = 0;

  // The run that had the least time so far goes first.
  std::optional<Trial> next() {
    const double now = steady_seconds();
    std::vector<std::size_t> order(runs.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [this](std::size_t run) { return runs[run].spent(); });
    for (const std::size_t run : order) {
      if (now >= end) break;
      std::optional<Trial> trial = runs[run].begin(end - now);
      if (!trial) continue;
      trial->run = run;
      return trial;
    }
    over = true;
    return std::nullopt;
  }
};

void measure(Measurement& all) {
  std::unique_lock lock(all.mutex);
  while (const std::optional<Trial> trial = all.next()) {
    const auto place = all.under_way.insert(all.under_way.end(), *trial);
    lock.unlock();
    const auto [seconds, elapsed] = all.runs[trial->run].measured(*trial);
    lock.lock();
    all.working += seconds;
    all.elapsed += elapsed;
    all.under_way.erase(place);
    all.runs[trial->run].end(*trial, seconds);
    ++all.finished;
  }
  all.changed.notify_all();
}

}  // namespace

Work times_to_measure(const Experiment& experiment, const StudyColumns& columns) {
  Work work;
  work.points = grid(experiment.axes);
  for (std::size_t point = 0; point < work.points.size(); ++point)
    work.tasks.push_back({point, 0, experiment.samples, std::vector<bool>(columns.all.size(), true), {}, true});
  return work;
}

Estimate estimated_time(const std::vector<std::shared_ptr<const PlannedRun>>& runs, int threads,
                        double measured_seconds) {
  const auto all = std::make_shared<Measurement>();
  for (const std::shared_ptr<const PlannedRun>& run : runs) all->runs.emplace_back(run);
  all->end = steady_seconds() + measured_seconds;
  std::unique_lock lock(all->mutex);
  const auto is_done = [&all] { return all->over && all->under_way.empty(); };
  // Ten turns, and a new thread where all are held up by what they measure since the last turn.
  std::size_t finished = all->finished;
  for (int turn = 0; turn < 10 && !is_done(); ++turn) {
    if (all->finished == finished && !all->over) std::thread([all] { measure(*all); }).detach();
    finished = all->finished;
    all->changed.wait_for(lock, std::chrono::duration<double>(measured_seconds / 8), is_done);
  }
  Estimate estimate;
  for (const Trial& trial : all->under_way) {
    const double seconds = seconds_by(trial.clock) - trial.start;
    // One that waits for another says nothing.
    constexpr double least = 1e-3;
    if (seconds > least) all->runs[trial.run].end(trial, 2 * seconds);
    estimate.unfinished.push_back(all->runs[trial.run].experiment().name);
  }
  for (const TriedRun& run : all->runs) {
    const auto [seconds, low, high] = run.range(threads);
    estimate.seconds += seconds;
    estimate.low += low;
    estimate.high += high;
  }
  if (all->working > 0) estimate.high *= std::max(1.0, all->elapsed / all->working);
  return estimate;
}

}  // namespace apportion::engine

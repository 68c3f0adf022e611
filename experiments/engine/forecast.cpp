// Rates of points, the forecast of a run that goes on, and the estimate before one.
#include "experiments/engine/forecast.hpp"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <ctime>
#include <list>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <thread>
#include <utility>

#include "experiments/engine/timing.hpp"

namespace apportion::engine {
namespace {

constexpr double share_of_trials = 0.008;       // of the whole run, as it is forecast
constexpr double share_of_trials_so_far = 0.1;  // of the time so far: early trials are worth most
// Of a point with more tasks only the first is solved early: all of them would delay the next point for too long.
constexpr std::size_t most_tasks_at_once = 3;
// A run of N samples makes at most N / 200 trials: where samples take long, few trials already cost a hundredth of it.
constexpr double samples_per_trial = 200;

double amount_of_work(const Task& task, std::int64_t samples) {
  return static_cast<double>(samples * std::ranges::count(task.columns, true));
}

}  // namespace

Rates::Rates(const std::vector<Axis>& axes) {
  std::size_t points = 1;
  for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
    sizes_.push_back(axis->values.size());
    points *= axis->values.size();
  }
  points_.resize(points);
}

void Rates::add(std::size_t point, double amount, double seconds) {
  points_[point].amount += amount;
  points_[point].seconds += seconds;
}

std::vector<std::size_t> Rates::neighbours(std::size_t point) const {
  std::vector<std::size_t> found;
  std::size_t step = 1;
  for (const std::size_t size : sizes_) {
    const std::size_t place = point / step % size;
    if (place > 0) found.push_back(point - step);
    if (place + 1 < size) found.push_back(point + step);
    step *= size;
  }
  return found;
}

std::vector<double> Rates::all() const {
  std::vector<double> rates(points_.size(), -1);
  std::map<std::size_t, Cost> front;
  for (std::size_t point = 0; point < points_.size(); ++point)
    if (is_known(point)) front[point] = points_[point];
  if (front.empty()) return std::vector<double>(points_.size());
  while (!front.empty()) {
    for (const auto& [point, cost] : front) rates[point] = cost.seconds / cost.amount;
    std::map<std::size_t, Cost> next;
    for (const auto& [point, cost] : front)
      for (const std::size_t neighbour : neighbours(point)) {
        if (rates[neighbour] >= 0) continue;
        next[neighbour].amount += 1;
        next[neighbour].seconds += rates[point];
      }
    front = std::move(next);
  }
  return rates;
}

std::size_t Rates::steps_between(std::size_t a, std::size_t b) const {
  std::size_t steps = 0;
  for (const std::size_t size : sizes_) {
    steps += a % size > b % size ? a % size - b % size : b % size - a % size;
    a /= size;
    b /= size;
  }
  return steps;
}

std::optional<double> Rates::spread() const {
  constexpr std::size_t most = 60;
  std::vector<std::size_t> known;
  for (std::size_t point = 0; point < points_.size(); ++point)
    if (is_known(point) && at(point) > 0) known.push_back(point);
  if (known.size() < 3) return std::nullopt;
  double squares = 0;
  const std::size_t looked_at = std::min(known.size(), most);
  for (std::size_t k = 0; k < looked_at; ++k) {
    const std::size_t point = known[spread_place(k, known.size())];
    std::size_t nearest = known.front() == point ? known.back() : known.front();
    for (const std::size_t other : known)
      if (other != point && steps_between(other, point) < steps_between(nearest, point)) nearest = other;
    const double quotient = std::log(at(nearest) / at(point));
    squares += quotient * quotient;
  }
  return std::sqrt(squares / static_cast<double>(looked_at));
}

double Rates::factor_of_guesses() const {
  constexpr double nine_of_ten = 1.645;
  constexpr double of_few = 4;
  constexpr double least = 1.05;
  constexpr double most = 10;  // beyond it a range says nothing
  const std::optional<double> known = spread();
  return std::clamp(known ? std::exp(nine_of_ten * *known) : of_few, least, most);
}

std::size_t spread_place(std::size_t k, std::size_t size) {
  // Multiples of the golden ratio modulo 1.
  auto step = static_cast<std::size_t>(std::llround(0.6180339887498949 * static_cast<double>(size)));
  while (std::gcd(step, size) != 1) ++step;
  return k % size * step % size;
}

std::vector<std::size_t> spread_order(const std::vector<Task>& tasks) {
  std::vector<std::size_t> firsts;  // of each point
  for (std::size_t i = 0; i < tasks.size(); ++i)
    if (i == 0 || tasks[i - 1].point != tasks[i].point) firsts.push_back(i);
  std::vector<std::size_t> order;
  std::vector<std::size_t> rest;
  for (std::size_t k = 0; k < firsts.size(); ++k) {
    const std::size_t place = spread_place(k, firsts.size());
    const std::size_t end = place + 1 < firsts.size() ? firsts[place + 1] : tasks.size();
    const bool is_apart = end - firsts[place] > most_tasks_at_once;
    for (std::size_t i = firsts[place]; i < end; ++i) (is_apart && i > firsts[place] ? rest : order).push_back(i);
  }
  order.insert(order.end(), rest.begin(), rest.end());
  return order;
}

Forecast::Forecast(const Experiment& experiment, const RunRequest& request, const StudyColumns& columns,
                   const Work& work, double first_trial, Stopwatch stopwatch)
    : experiment_(experiment),
      request_(request),
      columns_(columns),
      work_(work),
      first_trial_(first_trial),
      stopwatch_(std::move(stopwatch)),
      start_(stopwatch_.now()),
      known_(experiment.axes),
      learning_due_(start_),
      to_do_(work.points.size()) {
  for (const Task& task : work.tasks) {
    to_do_[task.point] += amount_of_work(task, task.samples);
    samples_ += static_cast<double>(task.samples);
    task_amount_ = std::max(task_amount_, amount_of_work(task, task.samples));
  }
  recall();
}

// Takes over the times of points whose wanted columns were all measured by earlier runs. They weigh as much as one
// sample of this run, since they may be of another machine.
void Forecast::recall() {
  std::vector<bool> wanted(columns_.all.size());
  for (const Task& task : work_.tasks)
    for (std::size_t column = 0; column < wanted.size(); ++column)
      if (task.columns[column]) wanted[column] = true;
  std::map<std::size_t, std::pair<std::ptrdiff_t, double>> sums;  // columns, and seconds of a sample, by point
  for (const KnownTime& known : work_.known_times) {
    if (!wanted[known.column] || known.samples <= 0) continue;
    auto& [columns, seconds] = sums[known.point];
    ++columns;
    seconds += known.seconds / static_cast<double>(known.samples);
  }
  std::ptrdiff_t plain = 0;
  for (std::size_t column = 0; column < wanted.size(); ++column)
    plain += wanted[column] && columns_.all[column].record.rival.empty() ? 1 : 0;
  const auto amount = static_cast<double>(std::ranges::count(wanted, true));
  for (const auto& [point, sum] : sums)
    if (sum.first == plain) known_.add(point, amount, sum.second);
}

void Forecast::solved(const Task& task, double seconds) {
  const double amount = amount_of_work(task, task.samples);
  known_.add(task.point, amount, seconds);
  to_do_[task.point] -= amount;
  busy_ += seconds;
  // A user's program is not started for trials: it may take any time.
  if (columns_.own.empty() && stopwatch_.now() - start_ >= first_trial_ && trial_budget() > 0) try_a_sample();
}

double Forecast::trial_budget() {
  if (static_cast<double>(trials_) * samples_per_trial >= samples_) return 0;
  learn_if_due();
  return std::min(share_of_trials * (busy_ + work_left_), share_of_trials_so_far * busy_) - tried_seconds_;
}

void Forecast::try_a_sample() {
  while (next_place_ < to_do_.size()) {
    const std::size_t point = spread_place(next_place_++, to_do_.size());
    if (to_do_[point] == 0 || known_.is_known(point)) continue;
    const Task& task = *std::ranges::lower_bound(work_.tasks, point, {}, &Task::point);
    const double seconds = stopwatch_.seconds_of([&] {
      static_cast<void>(columns_.solve({.seed = request_.seed,
                                        .point = &work_.points[point],
                                        .first_sample = task.chunk * experiment_.chunk_size,
                                        .samples = 1,
                                        .columns = task.columns}));
    });
    known_.add(point, amount_of_work(task, 1), seconds);
    tried_seconds_ += seconds;
    ++trials_;
    return;
  }
}

double Forecast::work_left(double factor) const {
  // Samples of one point differ less than points do.
  constexpr double of_samples = 2;
  double seconds = 0;
  for (std::size_t point = 0; point < to_do_.size(); ++point) {
    double off = 1;
    if (!known_.is_known(point))
      off = factor;
    else if (known_.amount(point) < std::min(task_amount_, to_do_[point]))
      off = std::clamp(factor, 1 / of_samples, of_samples);
    seconds += to_do_[point] * rates_[point] * off;
  }
  return seconds;
}

void Forecast::learn_if_due() {
  const double now = stopwatch_.now();
  if (now < learning_due_) return;
  rates_ = known_.all();
  factor_ = known_.factor_of_guesses();
  work_left_ = work_left(1);
  // Learning takes at most a two-hundredth of the time, and waits until there is something new to learn from.
  const double then = stopwatch_.now();
  learning_due_ = then + std::max(200 * (then - now), 0.02 * (then - start_));
}

TimeLeft Forecast::time_left() {
  if (busy_ == 0) return {};
  learn_if_due();
  const double pace = (stopwatch_.now() - start_) / (busy_ + tried_seconds_);
  return {work_left(1 / factor_) * pace, work_left(1) * pace, work_left(factor_) * pace};
}

namespace {

// One measurement: samples solved by one column, or by no column, which measures the drawing of samples.
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

// A run with the times that are known of it.
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
      // The columns' times include the drawing.
      rates_[drawing_].add(known.point, samples, 0);
    }
    for (const Task& task : run_->work.tasks)
      if (firsts_.empty() || firsts_.back()->point != task.point) firsts_.push_back(&task);
  }

  [[nodiscard]] const Experiment& experiment() const { return run_->experiment; }
  // Trials under way, then seconds so far: the run with the least goes first, so that a long trial delays no other run.
  [[nodiscard]] std::pair<int, double> spent() const { return {under_way_, seconds_}; }

  // The next trial: first one sample of every column at every point; then, if time allows, as many as a task has.
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
      // Processor time, which other load does not change; but a user's program works while this thread waits.
      if (columns_.own.empty()) static_cast<void>(::pthread_getcpuclockid(::pthread_self(), &trial.clock));
      trial.start = seconds_by(trial.clock);
      ++under_way_;
      return trial;
    }
    return std::nullopt;
  }

  // The seconds of the work by the trial's clock, and by the wall clock.
  [[nodiscard]] std::pair<double, double> measured(const Trial& trial) const {
    // The first solve also starts a user's program, and is not measured.
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

  /// The time of the run, and the ends between which it is likely to lie.
  struct Range {
    double seconds = 0;
    double low = 0;
    double high = 0;
  };

  // Points with as many solved samples as a task has are known; the rates of the others are off by as much as known
  // points are from what their nearest neighbours predict.
  [[nodiscard]] Range range(int threads) const {
    std::vector<std::vector<double>> rates;
    for (const Rates& each : rates_) rates.push_back(each.all());
    const double factor = factor_of_guesses();
    return {seconds(rates, threads, 1), seconds(rates, threads, 1 / factor), seconds(rates, threads, factor)};
  }

 private:
  // That of the column whose guesses are worst.
  [[nodiscard]] double factor_of_guesses() const {
    double factor = 1;
    for (std::size_t column = 0; column < drawing_; ++column) {
      if (!std::ranges::any_of(firsts_, [&](const Task* task) { return is_needed(*task, column); })) continue;
      factor = std::max(factor, rates_[column].factor_of_guesses());
    }
    return factor;
  }

  // Samples of one point differ less than points do.
  [[nodiscard]] double factor_of(const Task& task, double factor) const {
    constexpr double of_samples = 2;
    auto known = static_cast<double>(task.samples);
    for (std::size_t column = 0; column < drawing_; ++column)
      if (is_needed(task, column)) known = std::min(known, rates_[column].amount(task.point));
    if (known >= static_cast<double>(task.samples)) return 1;
    return known > 0 ? std::clamp(factor, 1 / of_samples, of_samples) : factor;
  }

  // A column without any known time takes the mean time of the others. Guessed times count `factor` times.
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

  // A pair needs no work of its own where its members are solved anyway.
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

// What the measuring threads share. One of them may outlive the caller.
struct Measurement {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<TriedRun> runs;
  std::list<Trial> under_way;
  double end = 0;
  double working = 0;  // seconds of the trials by their clocks, and by the wall clock
  double elapsed = 0;
  bool over = false;
  std::size_t finished = 0;

  // Runs take turns: that with the least time so far goes first.
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
  // Ten turns: where no trial has ended since the last turn, another thread goes on beside those that are held up.
  std::size_t finished = all->finished;
  for (int turn = 0; turn < 10 && !is_done(); ++turn) {
    if (all->finished == finished && !all->over) std::thread([all] { measure(*all); }).detach();
    finished = all->finished;
    all->changed.wait_for(lock, std::chrono::duration<double>(measured_seconds / 8), is_done);
  }
  Estimate estimate;
  for (const Trial& trial : all->under_way) {
    const double seconds = seconds_by(trial.clock) - trial.start;
    // A trial that has hardly begun says nothing about its time.
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

// Watching a run, and trying samples of what is to come.
#include "experiments/engine/forecast.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace apportion::engine {
namespace {

constexpr double share_of_trials = 0.008;       // of the whole run, as it is forecast
constexpr double share_of_trials_so_far = 0.1;  // of what is over: early trials are worth most
// Of a point with more tasks the first goes ahead of the others: they would be long before the next point is seen.
constexpr std::size_t most_tasks_at_once = 3;
// A run of N samples tries at most N / 200: where each takes long, a hundredth of the time is soon gone.
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

// Points of which all columns that are now wanted were measured before: what they took counts as much as one sample of
// this run, whose machine may be another.
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
  // A user's program is not asked more than the run needs: nobody knows how long it takes.
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
  // Samples of one point differ by less than points do.
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
  // At most a two-hundredth of the time; and the rates say little new before some more was solved.
  const double then = stopwatch_.now();
  learning_due_ = then + std::max(200 * (then - now), 0.02 * (then - start_));
}

TimeLeft Forecast::time_left() {
  if (busy_ == 0) return {};
  learn_if_due();
  const double pace = (stopwatch_.now() - start_) / (busy_ + tried_seconds_);
  return {work_left(1 / factor_) * pace, work_left(1) * pace, work_left(factor_) * pace};
}

}  // namespace apportion::engine

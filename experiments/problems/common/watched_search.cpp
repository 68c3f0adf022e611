// Searches ended by a clock or a signal: one thread works, and on a signal another prints the best answer so
// far.
#include "experiments/problems/common/watched_search.hpp"

#include <fmt/format.h>

#include <future>

#include "base/stopping.hpp"

namespace apportion::problems {

// Between progress lines there are ten seconds if standard error is no terminal.
WatchedSearch::WatchedSearch(Printed nothing)
    : is_watched_(work_limits().stop == nullptr), line_(std::chrono::seconds{10}), best_(std::move(nothing)) {
  if (is_watched_) last_act_.emplace([this] { print_last(); });
}

void WatchedSearch::begin(std::optional<double> seconds, Printed nothing) {
  const std::scoped_lock lock(mutex_);
  best_ = std::move(nothing);
  start_ = Clock::now();
  seconds_ = seconds;
}

void WatchedSearch::note(std::string said, Printed printed) {
  const std::scoped_lock lock(mutex_);
  said_ = std::move(said);
  best_ = std::move(printed);
}

bool WatchedSearch::is_over() {
  show_progress();
  return seconds_ && seconds() >= *seconds_;
}

void WatchedSearch::run(bool is_timed, const std::function<void()>& work) {
  constexpr std::chrono::milliseconds between_looks{20};
  if (!is_watched_) return run_here(is_timed, work);
  std::future<void> done = std::async(std::launch::async, [&] { run_here(is_timed, work); });
  while (done.wait_for(between_looks) != std::future_status::ready) show_progress();
  done.get();
}

void WatchedSearch::run_here(bool is_timed, const std::function<void()>& work) const {
  std::optional<TimedWork> timed;
  if (is_timed && seconds_)
    timed.emplace(start_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds_)));
  try {
    work();
  } catch (const Stopped&) {
    if (work_limits().stop != nullptr && !is_watched_ && *work_limits().stop) throw;  // part of other work
  }
}

void WatchedSearch::show_progress() {
  if (is_watched_ && line_.is_due()) line_.print(progress_text());
}

std::string WatchedSearch::progress_text() {
  const std::scoped_lock lock(mutex_);
  return fmt::format("{}: {}", engine::spelled_duration(seconds()), said_);
}

void WatchedSearch::finish(std::string printed) {
  if (is_watched_) line_.end(progress_text());
  const std::scoped_lock lock(mutex_);
  best_ = [printed = std::move(printed)] { return printed; };
}

void WatchedSearch::print_last() {
  const std::scoped_lock lock(mutex_);
  engine::print_last_answer(best_() + "\n");
}

std::string bounded_cost_text(double cost, double bound) {
  if (!(bound > 0)) return fmt::format("cost {:.10g}", cost);
  return fmt::format("cost {:.10g}, bound {:.10g}, gap {:.3f} %", cost, bound, 100 * (cost / bound - 1));
}

}  // namespace apportion::problems

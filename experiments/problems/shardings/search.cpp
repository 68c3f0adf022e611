// The clock, the signal and the progress of a search.
#include "experiments/problems/shardings/search.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "experiments/engine/messages.hpp"

namespace apportion::problems {
namespace {

// Progress that nobody sees on a terminal.
constexpr std::chrono::seconds between_lines{10};
// How long an algorithm may take to end by itself: it may know more than it has reported. Soon after, the program is
// ended.
constexpr std::chrono::milliseconds longest_finish{450};

}  // namespace

double gap_percent(WideWhole cost, WideWhole bound) {
  if (cost <= bound) return 0;
  if (bound <= 0) return std::numeric_limits<double>::infinity();
  return 100 * static_cast<double>(cost - bound) / static_cast<double>(bound);
}

std::string cost_text(const std::optional<WideWhole>& cost, WideWhole bound) {
  if (!cost) return fmt::format("no answer yet, bound {}", bound);
  if (bound == 0 && *cost > 0) return fmt::format("cost {}, no bound yet", *cost);
  return fmt::format("cost {}, bound {}, gap {:.3f} %", *cost, bound, gap_percent(*cost, bound));
}

WatchedSearch::WatchedSearch(Unfinished unread)
    : line_(between_lines), unfinished_(std::move(unread)), last_act_([this] { print_last(); }) {}

ShardingWatch WatchedSearch::begin(std::optional<double> seconds, unsigned threads, Unfinished unfinished) {
  const std::scoped_lock lock(mutex_);
  unfinished_ = std::move(unfinished);
  start_ = Clock::now();
  seconds_ = seconds;
  return {.stop = [this] { return is_over(); },
          .progress = [this](const ShardingSolution& so_far) { note(so_far); },
          .is_timed = seconds.has_value(),
          .threads = threads};
}

void WatchedSearch::note(const ShardingSolution& so_far) {
  {
    const std::scoped_lock lock(mutex_);
    best_ = so_far;
    steps_.push_back({seconds(), so_far.labels ? std::optional(so_far.cost) : std::nullopt, so_far.lower_bound});
  }
  show_progress();
}

bool WatchedSearch::is_over() {
  show_progress();
  if (seconds_ && seconds() >= *seconds_) return true;
  const std::scoped_lock lock(mutex_);
  return is_ended_;
}

void WatchedSearch::show_progress() {
  if (line_.is_due()) line_.print(progress_text());
}

std::string WatchedSearch::progress_text() const {
  return fmt::format("{}: {}", engine::spelled_duration(seconds()), cost_text(steps_.back().cost, steps_.back().bound));
}

void WatchedSearch::finish(std::string printed) {
  line_.end(progress_text());
  const std::scoped_lock lock(mutex_);
  printed_ = std::move(printed);
  finished_.notify_all();
}

void WatchedSearch::print_last() {
  std::unique_lock lock(mutex_);
  is_ended_ = true;
  finished_.wait_for(lock, longest_finish, [this] { return printed_.has_value(); });
  engine::print_last_answer((printed_ ? *printed_ : unfinished_(best_)) + "\n");
}

}  // namespace apportion::problems

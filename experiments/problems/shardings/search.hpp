// Searches that a clock or a signal ends, with progress on standard error.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/shardings/sharding_algorithm.hpp"
#include "base/ending.hpp"
#include "experiments/engine/progress.hpp"

namespace apportion::problems {

/// What was known from a moment on.
struct SearchStep {
  double seconds = 0;  ///< since the search began
  std::optional<WideWhole> cost = std::nullopt;
  WideWhole bound = 0;
};

/// One search.
class WatchedSearch {
 public:
  /// What is to be printed of the best so far where a signal ends the program before finish().
  using Unfinished = std::function<std::string(const ShardingSolution& best)>;

  /// `unread` is for the time before begin().
  explicit WatchedSearch(Unfinished unread);

  /// Starts the clock. Returns what the algorithm is given, which must not outlive the search.
  [[nodiscard]] ShardingWatch begin(std::optional<double> seconds, unsigned threads, Unfinished unfinished);

  [[nodiscard]] double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  /// A step each time that the cost or the bound improved.
  [[nodiscard]] const std::vector<SearchStep>& steps() const { return steps_; }

  /// What is to be printed of the answer. Where a signal ends the program, it is printed from here, and the destructor
  /// does not return.
  void finish(std::string printed);

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] bool is_over();
  void note(const ShardingSolution& so_far);
  void show_progress();
  [[nodiscard]] std::string progress_text() const;
  void print_last();

  Clock::time_point start_ = Clock::now();
  std::optional<double> seconds_ = std::nullopt;
  engine::LiveLine line_;

  std::mutex mutex_;  // of all that follows
  std::condition_variable finished_;
  Unfinished unfinished_;
  ShardingSolution best_;
  std::vector<SearchStep> steps_ = {SearchStep{}};
  bool is_ended_ = false;                              // by a signal
  std::optional<std::string> printed_ = std::nullopt;  // once the search has finished
  LastAct last_act_;
};

/// "cost 198479600174, bound 193830164921, gap 2.40 %"
[[nodiscard]] std::string cost_text(const std::optional<WideWhole>& cost, WideWhole bound);

/// By how much the cost is above the bound, in percent of the bound.
[[nodiscard]] double gap_percent(WideWhole cost, WideWhole bound);

}  // namespace apportion::problems

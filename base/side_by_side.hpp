// Tasks that run beside each other, and how many threads a piece of work may use for that.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace apportion {

/// While it lives this thread's work may use `count` threads, this one among them: run_side_by_side() here, and in the
/// tasks that it begins, takes those that are free. Without it there is one. Handed on as what stops the work is (see
/// base/stopping.hpp), so that algorithms stay functions of their problem; no answer may depend on it.
class WorkThreads {
 public:
  explicit WorkThreads(unsigned count);
  ~WorkThreads();
  WorkThreads(const WorkThreads&) = delete;
  WorkThreads& operator=(const WorkThreads&) = delete;

 private:
  std::atomic<int> free_;
  std::atomic<int>* before_;
};

/// How many more threads this thread's work may use now: for work that is worth doing where it delays nothing.
[[nodiscard]] std::size_t free_threads();

/// Calls `task` for 0, ..., count - 1, beginning them in this order, on this thread and on free ones of its
/// WorkThreads, and returns when all have ended. Tasks are stopped as this thread's work is (StoppableWork, TimedWork).
/// Once one throws no other begins; what the first of them has thrown passes through.
void run_side_by_side(std::size_t count, const std::function<void(std::size_t)>& task);

/// The same on so many threads.
void run_side_by_side(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& task);

/// take(make(0)), ..., take(make(count - 1)): make() side by side, take() in this order, one at a time, and as soon as
/// that allows, so that few results wait.
template <class Make, class Take>
void make_side_by_side(std::size_t count, const Make& make, const Take& take) {
  std::vector<std::optional<std::invoke_result_t<Make, std::size_t>>> made(count);
  std::size_t taken = 0;
  std::mutex mutex;  // of both
  run_side_by_side(count, [&](std::size_t i) {
    auto result = make(i);
    const std::scoped_lock lock(mutex);
    made[i] = std::move(result);
    for (; taken < count && made[taken]; made[taken++].reset()) take(*std::move(made[taken]));
  });
}

/// step(0), ..., step(count - 1), one after the other: each looks at what the best is and returns something better, or
/// nothing, and take() makes that the best. Where threads are free, next steps begin before a step has ended; they are
/// forgotten and done again where it found something, so that the result is the same for any number of threads.
template <class Step, class Take>
void improve_in_turn(std::size_t count, const Step& step, const Take& take) {
  for (std::size_t first = 0; first < count;) {
    const std::size_t begun = first;
    std::invoke_result_t<Step, std::size_t> better;
    make_side_by_side(
        std::min(free_threads() + 1, count - begun), [&](std::size_t i) { return step(begun + i); },
        [&](auto found) {
          if (better) return;
          ++first;
          better = std::move(found);
        });
    if (better) take(*std::move(better));
  }
}

}  // namespace apportion

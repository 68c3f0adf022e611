// Parallel tasks, and the number of threads that a piece of work may use for them.
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

#include "base/stopping.hpp"

namespace apportion {

/// While this object lives, its thread's work may use `count` threads, including this one: run_side_by_side(), here and
/// in the tasks that it starts, takes the free ones. Without the object there is one thread. The number is kept per
/// thread, as in base/stopping.hpp, so that algorithms stay functions of their problem; no answer may depend on it.
class WorkThreads {
 public:
  explicit WorkThreads(unsigned count);

 private:
  std::atomic<int> free_;
  LimitedWork limited_;
};

/// How many more threads this thread's work may use now; for work that is done only if it delays nothing.
[[nodiscard]] std::size_t free_threads();

/// Calls `task` for 0, ..., count - 1, starting them in this order, on this thread and on free ones of its WorkThreads,
/// and returns when all have ended. StoppableWork and TimedWork of this thread also stop the tasks. Once a task throws,
/// no other starts; the exception of the first of them is rethrown.
void run_side_by_side(std::size_t count, const std::function<void(std::size_t)>& task);

/// The same on the given number of threads.
void run_side_by_side(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& task);

/// take(make(0)), ..., take(make(count - 1)): make() runs in parallel, take() in this order, one at a time, and as
/// early as possible, so that few results wait.
template <class Make, class Take>
void make_side_by_side(std::size_t count, const Make& make, const Take& take) {
  std::vector<std::optional<std::invoke_result_t<Make, std::size_t>>> made(count);
  std::size_t taken = 0;
  std::mutex mutex;  // guards made and taken
  run_side_by_side(count, [&](std::size_t i) {
    auto result = make(i);
    const std::scoped_lock lock(mutex);
    made[i] = std::move(result);
    for (; taken < count && made[taken]; made[taken++].reset()) take(*std::move(made[taken]));
  });
}

/// Runs step(0), ..., step(count - 1) in turn: each looks at the best so far and returns something better, or nothing;
/// take() stores a better one. If threads are free, later steps start before a step has ended; if that step finds
/// something, they are discarded and repeated, so that the result is the same for any number of threads.
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

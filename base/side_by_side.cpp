// Parallel tasks: each thread takes the next one.
#include "base/side_by_side.hpp"

#include <exception>
#include <thread>

namespace apportion {
namespace {

bool take(std::atomic<int>* free) {
  if (free == nullptr) return false;
  int left = free->load();
  while (left > 0)
    if (free->compare_exchange_weak(left, left - 1)) return true;
  return false;
}

}  // namespace

WorkThreads::WorkThreads(unsigned count)
    : free_(static_cast<int>(std::max(count, 1U)) - 1),
      limited_({work_limits().stop, work_limits().deadline, &free_}) {}

std::size_t free_threads() {
  const std::atomic<int>* const free = work_limits().free_threads;
  return free == nullptr ? 0 : static_cast<std::size_t>(std::max(free->load(), 0));
}

void run_side_by_side(std::size_t count, const std::function<void(std::size_t)>& task) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::exception_ptr> thrown(count);
  const auto has_next = [&] { return next < count; };
  const auto run_next = [&] {
    const std::size_t i = next++;
    if (i >= count) return;
    try {
      task(i);
    } catch (...) {
      thrown[i] = std::current_exception();
      next = count;
    }
  };
  const WorkLimits inherited = work_limits();
  std::atomic<int>* const free = inherited.free_threads;
  {
    std::vector<std::jthread> others;
    while (has_next()) {
      // Checked before each task, since other work may have ended and freed threads.
      while (next + 1 < count && others.size() + 1 < count && take(free))
        others.emplace_back([&] {
          const LimitedWork limited(inherited);
          while (has_next()) run_next();
          ++*free;
        });
      run_next();
    }
    // While this thread waits, its share of threads is free for nested tasks that still run.
    const bool waits = !others.empty();
    if (waits) ++*free;
    others.clear();
    if (waits) --*free;
  }
  for (const std::exception_ptr& each : thrown)
    if (each) std::rethrow_exception(each);
}

void run_side_by_side(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& task) {
  const WorkThreads all(threads);
  run_side_by_side(count, task);
}

}  // namespace apportion

// Tasks that run beside each other: each thread takes the next one.
#include "algorithms/shardings/side_by_side.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <thread>

namespace apportion::shardings {

void run_side_by_side(const std::vector<std::function<void()>>& tasks, unsigned threads) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::exception_ptr> thrown(tasks.size());
  const auto work = [&] {
    for (std::size_t task = next++; task < tasks.size(); task = next++) {
      try {
        tasks[task]();
      } catch (...) {
        thrown[task] = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> others;
    while (others.size() + 1 < std::min<std::size_t>(threads, tasks.size())) others.emplace_back(work);
    work();
  }
  for (const std::exception_ptr& each : thrown)
    if (each) std::rethrow_exception(each);
}

}  // namespace apportion::shardings

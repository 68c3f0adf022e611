// Tasks that run beside each other: each thread takes the next one.
#include "base/side_by_side.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <vector>

#include "base/stopping.hpp"

namespace apportion {

void run_side_by_side(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& task) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::exception_ptr> thrown(count);
  const std::atomic<bool>* const stop = stop_of_this_thread();
  const auto work = [&] {
    const StoppableWork stoppable(stop);
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        task(i);
      } catch (...) {
        thrown[i] = std::current_exception();
        next = count;
      }
    }
  };
  {
    std::vector<std::jthread> others;
    while (others.size() + 1 < std::min<std::size_t>(threads, count)) others.emplace_back(work);
    work();
  }
  for (const std::exception_ptr& each : thrown)
    if (each) std::rethrow_exception(each);
}

}  // namespace apportion

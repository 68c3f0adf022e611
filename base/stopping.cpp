// Flag and deadline are kept per thread, so that algorithms stay functions of their problem and need no such
// parameter.
#include "base/stopping.hpp"

#include <algorithm>
#include <utility>

namespace apportion {
namespace {

thread_local const std::atomic<bool>* stop_here = nullptr;
thread_local const TimedWork::Clock::time_point* deadline_here = nullptr;

}  // namespace

StoppableWork::StoppableWork(const std::atomic<bool>* stop) : before_(std::exchange(stop_here, stop)) {}
StoppableWork::~StoppableWork() { stop_here = before_; }

TimedWork::TimedWork(Clock::time_point deadline)
    : deadline_(deadline_here == nullptr ? deadline : std::min(deadline, *deadline_here)),
      before_(std::exchange(deadline_here, &deadline_)) {}
TimedWork::~TimedWork() { deadline_here = before_; }

const std::atomic<bool>* stop_of_this_thread() { return stop_here; }

std::optional<TimedWork::Clock::time_point> deadline_of_this_thread() {
  return deadline_here == nullptr ? std::nullopt : std::optional(*deadline_here);
}

void stop_if_asked() {
  if (stop_here != nullptr && stop_here->load(std::memory_order_relaxed)) throw Stopped();
  if (deadline_here != nullptr && TimedWork::Clock::now() >= *deadline_here) throw TimeIsUp();
}

}  // namespace apportion

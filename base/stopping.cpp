// The limits of each thread's work.
#include "base/stopping.hpp"

#include <algorithm>
#include <utility>

namespace apportion {
namespace {

thread_local WorkLimits limits_here;

}  // namespace

const WorkLimits& work_limits() { return limits_here; }

LimitedWork::LimitedWork(const WorkLimits& limits) : before_(std::exchange(limits_here, limits)) {}
LimitedWork::~LimitedWork() { limits_here = before_; }

TimedWork::TimedWork(Clock::time_point deadline)
    : LimitedWork(
          {limits_here.stop, std::min(deadline, limits_here.deadline.value_or(deadline)), limits_here.free_threads}) {}

void stop_if_asked() {
  if (limits_here.stop != nullptr && limits_here.stop->load(std::memory_order_relaxed)) throw Stopped();
  if (limits_here.deadline && TimedWork::Clock::now() >= *limits_here.deadline) throw TimeIsUp();
}

}  // namespace apportion

// Work that is stopped early: from outside, as Ctrl-C stops a call from Python, or when its time is over.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

namespace apportion {

/// Thrown by work that is stopped. It is no std::exception, so that handlers of an algorithm's errors do not catch
/// it.
class Stopped {};

/// Thrown by work when its time is over.
class TimeIsUp : public Stopped {};

/// While this object lives, its thread's work throws Stopped soon after `stop` became true: at the next
/// stop_if_asked(). nullptr means that it is never stopped.
class StoppableWork {
 public:
  explicit StoppableWork(const std::atomic<bool>* stop);
  ~StoppableWork();
  StoppableWork(const StoppableWork&) = delete;
  StoppableWork& operator=(const StoppableWork&) = delete;

 private:
  const std::atomic<bool>* before_;
};

/// While this object lives, its thread's work throws TimeIsUp at the first stop_if_asked() after `deadline`, or after
/// that of an enclosing TimedWork.
class TimedWork {
 public:
  using Clock = std::chrono::steady_clock;

  explicit TimedWork(Clock::time_point deadline);
  ~TimedWork();
  TimedWork(const TimedWork&) = delete;
  TimedWork& operator=(const TimedWork&) = delete;

 private:
  Clock::time_point deadline_;
  const Clock::time_point* before_;
};

/// The stop flag and the deadline of this thread's work, to pass on to threads that share it.
[[nodiscard]] const std::atomic<bool>* stop_of_this_thread();
[[nodiscard]] std::optional<TimedWork::Clock::time_point> deadline_of_this_thread();

/// Throws Stopped if this thread's work is to stop. Costs a nanosecond, plus a clock reading if the work is timed.
/// It is called wherever random numbers are drawn or costs evaluated, which every search does, and in other long
/// loops.
void stop_if_asked();

}  // namespace apportion

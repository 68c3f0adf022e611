// Work that is stopped early: from outside, as Ctrl-C stops a call from Python, or when its time is over; and what a
// thread's work inherits from the thread that starts it.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

namespace apportion {

/// Thrown by work that is stopped. It is no std::exception, so that handlers of an algorithm's errors do not catch it.
class Stopped {};

/// Thrown by work when its time is over.
class TimeIsUp : public Stopped {};

/// The limits of a thread's work. They are kept per thread, so that algorithms stay functions of their problem and need
/// no such parameter.
struct WorkLimits {
  const std::atomic<bool>* stop = nullptr;  ///< nullptr: it is never stopped
  std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt;
  std::atomic<int>* free_threads = nullptr;  ///< how many more it may use; see WorkThreads
};

/// The limits of this thread's work.
[[nodiscard]] const WorkLimits& work_limits();

/// While this object lives, its thread's work has these limits.
class LimitedWork {
 public:
  explicit LimitedWork(const WorkLimits& limits);
  ~LimitedWork();
  LimitedWork(const LimitedWork&) = delete;
  LimitedWork& operator=(const LimitedWork&) = delete;

 private:
  WorkLimits before_;
};

/// While this object lives, its thread's work throws Stopped soon after `stop` became true: at the next
/// stop_if_asked(). nullptr means that it is never stopped.
struct StoppableWork : LimitedWork {
  explicit StoppableWork(const std::atomic<bool>* stop)
      : LimitedWork({stop, work_limits().deadline, work_limits().free_threads}) {}
};

/// While this object lives, its thread's work throws TimeIsUp at the first stop_if_asked() after `deadline`, or after
/// that of an enclosing TimedWork.
struct TimedWork : LimitedWork {
  using Clock = std::chrono::steady_clock;

  explicit TimedWork(Clock::time_point deadline);
};

/// Throws Stopped if this thread's work is to stop. Costs a nanosecond, plus a clock reading if the work is timed. It
/// is called wherever random numbers are drawn or costs evaluated, which every search does, and in other long loops.
void stop_if_asked();

}  // namespace apportion

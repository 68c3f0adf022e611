// Work that is stopped before it is done: from outside, as a call from Python is by Ctrl-C, or when its time is over.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

namespace apportion {

/// What work that is stopped ends with. It is no std::exception: nothing that answers errors of an algorithm catches
/// it.
class Stopped {};

/// What work ends with whose time is over.
class TimeIsUp : public Stopped {};

/// While it lives this thread's work ends with Stopped soon after `stop` became true: at the next stop_if_asked().
/// nullptr: it is never stopped.
class StoppableWork {
 public:
  explicit StoppableWork(const std::atomic<bool>* stop);
  ~StoppableWork();
  StoppableWork(const StoppableWork&) = delete;
  StoppableWork& operator=(const StoppableWork&) = delete;

 private:
  const std::atomic<bool>* before_;
};

/// While it lives this thread's work ends with TimeIsUp at the first stop_if_asked() after `deadline`, or that of the
/// TimedWork around it.
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

/// What stops the work of this thread, and when its time is over: for threads that it hands a share of the work to.
[[nodiscard]] const std::atomic<bool>* stop_of_this_thread();
[[nodiscard]] std::optional<TimedWork::Clock::time_point> deadline_of_this_thread();

/// Throws Stopped where this thread's work is to stop. A nanosecond, and the look at a clock where the work is timed:
/// it stands where random numbers are drawn and costs evaluated, which every search does, and in long loops that do
/// neither.
void stop_if_asked();

}  // namespace apportion

// Work that is stopped from outside before it is done, as a call from Python is by Ctrl-C.
#pragma once

#include <atomic>

namespace apportion {

/// What work that is stopped ends with. It is no std::exception: nothing that answers errors of an algorithm catches
/// it.
class Stopped {};

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

/// What stops the work of this thread, for threads that it hands a share of the work to.
[[nodiscard]] const std::atomic<bool>* stop_of_this_thread();

/// Throws Stopped where this thread's work is to stop. A few nanoseconds: it stands where random numbers are drawn and
/// costs evaluated, which every search does, and in long loops that do neither.
void stop_if_asked();

}  // namespace apportion

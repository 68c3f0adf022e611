// getrusage() tells turns that were taken away, which are involuntary switches, from waiting, which is voluntary.
#include "experiments/engine/working_time.hpp"

#include <sys/resource.h>

#include <chrono>

namespace apportion::engine {
namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

rusage usage_of_this_thread() {
  rusage usage{};
  static_cast<void>(::getrusage(RUSAGE_THREAD, &usage));
  return usage;
}

}  // namespace

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double working_seconds(const std::function<void()>& work) {
  const rusage before = usage_of_this_thread();
  const double start = steady_seconds();
  work();
  const double elapsed = steady_seconds() - start;
  const rusage after = usage_of_this_thread();
  if (after.ru_nvcsw != before.ru_nvcsw || after.ru_nivcsw == before.ru_nivcsw) return elapsed;
  return seconds_of(after.ru_utime) + seconds_of(after.ru_stime) - seconds_of(before.ru_utime) -
         seconds_of(before.ru_stime);
}

}  // namespace apportion::engine

// What ends the program from outside: SIGINT, SIGTERM, SIGHUP and SIGQUIT.
#pragma once

#include <atomic>
#include <csignal>
#include <thread>

namespace apportion::cli {

/// While it lives, the first of these signals ends the program within a second, whatever its threads are doing: a
/// transaction is finished, programs that were started are killed, files that are half written are removed, and the
/// exit status is 128 + the signal. A second signal ends it at once. To be made before any other thread, since the
/// signals stay blocked: libraries that install handlers of their own do not get them. Signals that are ignored stay
/// so; SIGQUIT ends the program by itself, with a core file.
class SignalWatch {
 public:
  SignalWatch();
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

 private:
  void watch();
  [[nodiscard]] bool is_over(int signal) const;

  sigset_t watched_{};
  sigset_t ignored_{};
  std::atomic<bool> over_{false};
  std::thread thread_;
};

/// From here on the first signal sets the flag that is returned, and the caller has a part of that second to end by
/// itself.
[[nodiscard]] const std::atomic<bool>& watch_for_interruption();

/// 128 + the first of the signals; 0 before there is one.
[[nodiscard]] int interruption_status();

}  // namespace apportion::cli

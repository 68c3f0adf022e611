// A thread that waits for signals.
#include "experiments/cli/interruption.hpp"

#include <array>
#include <chrono>
#include <ctime>
#include <semaphore>

#include "base/ending.hpp"

namespace apportion::cli {
namespace {

using std::chrono::milliseconds;

// Together they stay below a second.
constexpr milliseconds time_to_end_by_itself{350};
constexpr milliseconds time_to_finish_transaction{400};
constexpr timespec longest_end{.tv_sec = 0, .tv_nsec = 950'000'000};

constexpr std::array ending_signals = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

std::atomic<bool> interruption{false};
std::atomic<int> first_status{0};
std::atomic<bool> ends_by_itself{false};

constexpr int status_of(int signal) { return 128 + signal; }

// Ends the program as an uncaught signal would.
void quit() {
  leave_nothing_behind();
  std::signal(SIGQUIT, SIG_DFL);
  sigset_t quit_signal;
  sigemptyset(&quit_signal);
  sigaddset(&quit_signal, SIGQUIT);
  pthread_sigmask(SIG_UNBLOCK, &quit_signal, nullptr);
  std::raise(SIGQUIT);
}

}  // namespace

SignalWatch::SignalWatch() {
  sigemptyset(&watched_);
  sigemptyset(&ignored_);
  for (const int signal : ending_signals) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    // As under nohup.
    if (action.sa_handler == SIG_IGN) sigaddset(&ignored_, signal);
    sigaddset(&watched_, signal);
  }
  pthread_sigmask(SIG_BLOCK, &watched_, nullptr);
  thread_ = std::thread([this] { watch(); });
}

SignalWatch::~SignalWatch() {
  over_ = true;
  // Any of them wakes the thread up.
  pthread_kill(thread_.native_handle(), SIGTERM);
  thread_.join();
}

bool SignalWatch::is_over(int signal) const { return over_ && signal == SIGTERM; }

void SignalWatch::watch() {
  int first = SIGTERM;
  do {
    if (sigwait(&watched_, &first) != 0 || is_over(first)) return;
  } while (sigismember(&ignored_, first) == 1);
  if (first == SIGQUIT) return quit();
  first_status = status_of(first);
  interruption = true;

  std::binary_semaphore ended{0};
  std::thread ender([&ended, first] {
    if (ends_by_itself && ended.try_acquire_for(time_to_end_by_itself)) return;
    end_program(status_of(first), time_to_finish_transaction);
  });
  // The ender may have to wait for a disk, or for the reader of our messages.
  const int second = sigtimedwait(&watched_, nullptr, &longest_end);
  if (!is_over(second)) end_program_at_once(status_of(second > 0 ? second : first));
  ended.release();
  ender.join();
}

int interruption_status() { return first_status; }

const std::atomic<bool>& watch_for_interruption() {
  ends_by_itself = true;
  return interruption;
}

}  // namespace apportion::cli

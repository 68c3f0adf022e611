// The signal handler.
#include "experiments/cli/interruption.hpp"

#include <unistd.h>

#include <csignal>
#include <string_view>

#include "experiments/problems/external/line_process.hpp"

namespace apportion::cli {
namespace {

// A signal handler can reach nothing else.
std::atomic<bool> interruption{false};
std::atomic<bool> somebody_watches{false};
static_assert(std::atomic<bool>::is_always_lock_free);

// What is under way may take long to end, and who pressed Ctrl-C should not wonder; a log has the message at the end.
constexpr std::string_view notice = "\nending what is under way; again to end at once\n";

void note_interruption(int signal) {
  if (interruption.exchange(true)) {
    // These lead process groups of their own, which a Ctrl-C does not reach.
    problems::kill_line_processes();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
    return;
  }
  if (!somebody_watches.load(std::memory_order_relaxed)) return;
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, notice.data(), notice.size());
}

// Programs of users lead process groups of their own, which no signal of a terminal reaches.
void end_at_once(int signal) {
  problems::kill_line_processes();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

void end_programs_with_us() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    // As under nohup.
    if (action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_handler = end_at_once;
    sigaction(signal, &action, nullptr);
  }
}

const std::atomic<bool>& watch_for_interruption() {
  somebody_watches.store(::isatty(STDERR_FILENO) == 1, std::memory_order_relaxed);
  struct sigaction action {};
  action.sa_handler = note_interruption;
  action.sa_flags = SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
  return interruption;
}

}  // namespace apportion::cli

// The signal handler.
#include "experiments/cli/interruption.hpp"

#include <csignal>

namespace apportion::cli {
namespace {

// A signal handler can reach nothing else.
std::atomic<bool> interruption{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void note_interruption(int /*signal*/) { interruption.store(true, std::memory_order_relaxed); }

}  // namespace

const std::atomic<bool>& watch_for_interruption() {
  struct sigaction action {};
  action.sa_handler = note_interruption;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
  return interruption;
}

}  // namespace apportion::cli

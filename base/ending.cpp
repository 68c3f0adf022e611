// The thread that waits for signals, and its work before the program ends.
#include "base/ending.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <mutex>
#include <string_view>
#include <system_error>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace apportion {
namespace {

struct Ending {
  std::recursive_mutex mutex;  // guards all that follows; after a signal its thread keeps it
  std::tuple<std::list<std::function<void()>>, std::list<std::filesystem::path>> noted;
  std::vector<pid_t> programs;
};

// The state is never destroyed: threads may still run when the program returns from main().
Ending& ending() {
  static auto* const all = new Ending;
  return *all;
}

std::unique_lock<std::recursive_mutex> locked() { return std::unique_lock(ending().mutex); }

void watch(const sigset_t& watched) {
  int signal = 0;
  if (sigwait(&watched, &signal) != 0) return;
  const auto lock = locked();
  auto& [acts, files] = ending().noted;
  for (const pid_t program : ending().programs) ::kill(-program, SIGKILL);
  std::error_code ignored;
  for (const std::filesystem::path& file : files) std::filesystem::remove_all(file, ignored);
  pthread_sigmask(SIG_UNBLOCK, &watched, nullptr);
  for (auto act = acts.rbegin(); act != acts.rend(); ++act) {
    try {
      (*act)();
    } catch (...) {
      continue;  // no caller is left to report it to
    }
  }
  ::_exit(128 + signal);
}

// Only functions that are safe in a signal handler.
void end_after_cut(int /*signal*/) {
  constexpr std::string_view line = "apportion: another program made a file shorter while it was read\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
  ::_exit(1);
}

}  // namespace

SignalWatch::SignalWatch() {
  std::signal(SIGBUS, end_after_cut);
  sigset_t watched;
  sigemptyset(&watched);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    if (action.sa_handler != SIG_IGN) sigaddset(&watched, signal);
  }
  pthread_sigmask(SIG_BLOCK, &watched, nullptr);
  std::thread(watch, watched).detach();
}

// Blocks for ever after a signal: its thread keeps the mutex.
SignalWatch::~SignalWatch() { ending().mutex.lock(); }

template <typename Item>
Noted<Item>::Noted(Item item) {
  const auto lock = locked();
  auto& all = std::get<std::list<Item>>(ending().noted);
  place_ = all.insert(all.end(), std::move(item));
}

template <typename Item>
Noted<Item>::~Noted() {
  std::error_code ignored;
  if constexpr (std::is_same_v<Item, std::filesystem::path>) std::filesystem::remove_all(*place_, ignored);
  const auto lock = locked();
  std::get<std::list<Item>>(ending().noted).erase(place_);
}

template class Noted<std::function<void()>>;
template class Noted<std::filesystem::path>;

pid_t noted_start(const std::function<pid_t()>& start) {
  const auto lock = locked();
  ending().programs.reserve(ending().programs.size() + 1);
  return ending().programs.emplace_back(start());
}

std::optional<int> forget_start(pid_t process) {
  const auto lock = locked();
  std::erase(ending().programs, process);
  int status = 0;
  pid_t waited = 0;
  while ((waited = ::waitpid(process, &status, 0)) < 0 && errno == EINTR) {
  }
  return waited < 0 ? std::nullopt : std::optional<int>(status);
}

}  // namespace apportion

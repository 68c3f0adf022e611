// The thread that waits for signals, and its work before the program ends.
#include "base/ending.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace apportion {
namespace {

struct Ending {
  std::recursive_mutex mutex;  // guards all that follows; after a signal its thread keeps it
  std::list<std::function<void()>> acts;
  std::list<std::filesystem::path> files;
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
  Ending& all = ending();
  const auto lock = locked();
  for (const pid_t program : all.programs) ::kill(-program, SIGKILL);
  std::error_code ignored;
  for (const std::filesystem::path& file : all.files) std::filesystem::remove_all(file, ignored);
  pthread_sigmask(SIG_UNBLOCK, &watched, nullptr);
  for (auto act = all.acts.rbegin(); act != all.acts.rend(); ++act) {
    try {
      (*act)();
    } catch (...) {
      continue;  // no caller is left to report it to
    }
  }
  ::_exit(128 + signal);
}

}  // namespace

SignalWatch::SignalWatch() {
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

LastAct::LastAct(std::function<void()> act) {
  const auto lock = locked();
  place_ = ending().acts.insert(ending().acts.end(), std::move(act));
}

LastAct::~LastAct() {
  const auto lock = locked();
  ending().acts.erase(place_);
}

PassingFile::PassingFile(std::filesystem::path path) {
  const auto lock = locked();
  place_ = ending().files.insert(ending().files.end(), std::move(path));
}

PassingFile::~PassingFile() {
  const auto lock = locked();
  ending().files.erase(place_);
}

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

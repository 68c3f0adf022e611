// Locks that the end takes and never gives back.
#include "base/ending.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace apportion {
namespace {

// How long another thread may take to start a program or to note a file.
constexpr std::chrono::milliseconds longest_note{200};

struct StartedProgram {
  pid_t process = -1;
  bool own_group = false;
};

struct Ending {
  std::recursive_timed_mutex work;

  std::mutex acts_mutex;
  std::list<std::function<void()>> acts;

  std::timed_mutex things_mutex;
  std::list<std::filesystem::path> files;
  std::vector<StartedProgram> programs;
  bool takes_in_orphans = false;
  bool has_started = false;        // a program
  std::vector<pid_t> others = {};  // children from before, such as those of a shell that became this program
};

// Never destroyed: threads may still run when the program returns from main().
Ending& ending() {
  static auto* const all = new Ending;
  return *all;
}

void kill_all(const std::vector<StartedProgram>& programs) {
  for (const StartedProgram& program : programs)
    ::kill(program.own_group ? -program.process : program.process, SIGKILL);
}

// As proc(5) says: "PID (NAME) STATE PARENT ...".
pid_t parent_of(const std::filesystem::path& folder) {
  std::ifstream file(folder / "stat");
  std::string line;
  std::getline(file, line);
  const std::size_t name_end = line.rfind(") ");
  if (name_end == std::string::npos || name_end + 4 > line.size()) return -1;
  return static_cast<pid_t>(std::strtol(line.c_str() + name_end + 4, nullptr, 10));
}

// Children that this program did not start.
std::vector<pid_t> orphans(const std::vector<StartedProgram>& programs) {
  const std::vector<pid_t>& others = ending().others;
  std::vector<pid_t> found;
  std::error_code problem;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", problem)) {
    const auto process = static_cast<pid_t>(std::strtol(entry.path().filename().c_str(), nullptr, 10));
    if (process <= 0 || parent_of(entry.path()) != ::getpid()) continue;
    if (std::ranges::find(others, process) != others.end()) continue;
    if (std::ranges::find(programs, process, &StartedProgram::process) == programs.end()) found.push_back(process);
  }
  return found;
}

// Each may leave others, which become ours.
void kill_orphans(const std::vector<StartedProgram>& programs) {
  constexpr int most_generations = 20;
  for (int generation = 0; generation < most_generations; ++generation) {
    const std::vector<pid_t> found = orphans(programs);
    for (const pid_t process : found) ::kill(process, SIGKILL);
    for (const pid_t process : found) ::waitpid(process, nullptr, 0);
    if (found.empty()) return;
  }
}

void do_last_acts() {
  Ending& all = ending();
  all.acts_mutex.lock();
  for (auto act = all.acts.rbegin(); act != all.acts.rend(); ++act) {
    try {
      (*act)();
    } catch (...) {
      // There is no caller left to tell; what is not stored is computed again.
      continue;
    }
  }
}

}  // namespace

UnbrokenWork::UnbrokenWork() { ending().work.lock(); }
UnbrokenWork::~UnbrokenWork() { ending().work.unlock(); }

LastAct::LastAct(std::function<void()> act) {
  const std::scoped_lock lock(ending().acts_mutex);
  place_ = ending().acts.insert(ending().acts.end(), std::move(act));
}

LastAct::~LastAct() {
  const std::scoped_lock lock(ending().acts_mutex);
  ending().acts.erase(place_);
}

PassingFile::PassingFile(std::filesystem::path path) {
  const std::scoped_lock lock(ending().things_mutex);
  place_ = ending().files.insert(ending().files.end(), std::move(path));
}

PassingFile::~PassingFile() {
  const std::scoped_lock lock(ending().things_mutex);
  ending().files.erase(place_);
}

pid_t noted_start(const std::function<pid_t()>& start, bool own_group) {
  const std::scoped_lock lock(ending().things_mutex);
  if (!std::exchange(ending().has_started, true) && ending().takes_in_orphans) ending().others = orphans({});
  ending().programs.push_back({});
  try {
    ending().programs.back() = {start(), own_group};
  } catch (...) {
    ending().programs.pop_back();
    throw;
  }
  return ending().programs.back().process;
}

std::optional<int> forget_start(pid_t process) {
  Ending& all = ending();
  const std::scoped_lock lock(all.things_mutex);
  std::erase_if(all.programs, [process](const StartedProgram& each) { return each.process == process; });
  int status = 0;
  pid_t waited = 0;
  while ((waited = ::waitpid(process, &status, 0)) < 0 && errno == EINTR) {
  }
  if (all.takes_in_orphans && all.programs.empty()) kill_orphans(all.programs);
  return waited < 0 ? std::nullopt : std::optional<int>(status);
}

void take_in_orphans() {
  const std::scoped_lock lock(ending().things_mutex);
  ending().takes_in_orphans = ::prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
}

void leave_nothing_behind() {
  Ending& all = ending();
  if (!all.things_mutex.try_lock_for(longest_note)) return;
  kill_all(all.programs);
  if (all.takes_in_orphans && !all.programs.empty()) kill_orphans({});
  std::error_code ignored;
  for (const std::filesystem::path& file : all.files) std::filesystem::remove_all(file, ignored);
}

void end_program(int status, std::chrono::milliseconds patience) {
  if (ending().work.try_lock_for(patience)) do_last_acts();
  end_program_at_once(status);
}

void end_program_at_once(int status) {
  leave_nothing_behind();
  ::_exit(status);
}

}  // namespace apportion

// Locks that the end takes and never gives back.
#include "base/ending.hpp"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <mutex>
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

void do_last_acts() {
  Ending& all = ending();
  all.acts_mutex.lock();
  for (auto act = all.acts.rbegin(); act != all.acts.rend(); ++act) {
    try {
      (*act)();
    } catch (...) {
      // Nobody is left to be told; what is not stored is computed again.
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
  ending().programs.push_back({});
  try {
    ending().programs.back() = {start(), own_group};
  } catch (...) {
    ending().programs.pop_back();
    throw;
  }
  return ending().programs.back().process;
}

void forget_start(pid_t process) {
  const std::scoped_lock lock(ending().things_mutex);
  std::erase_if(ending().programs, [process](const StartedProgram& each) { return each.process == process; });
}

void kill_started_programs() {
  const std::scoped_lock lock(ending().things_mutex);
  kill_all(ending().programs);
}

void leave_nothing_behind() {
  Ending& all = ending();
  if (!all.things_mutex.try_lock_for(longest_note)) return;
  kill_all(all.programs);
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

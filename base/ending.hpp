// The end of the program by a signal.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <list>
#include <optional>

namespace apportion {

/// What happens between Ctrl-C and the exit. SIGINT, SIGTERM, SIGHUP and SIGQUIT are blocked in all threads, and the
/// thread that this object starts waits for them; those that are ignored, as SIGHUP is under nohup, stay so. The first
/// one has it kill the programs that were started, with their process groups, and remove the PassingFiles; nobody
/// starts or makes any more. Then it does each LastAct, such as to say how to go on, where a second signal ends the
/// program at once. It exits with status 128 + the signal. Threads that solve are cut off, and so is a thread that
/// writes: SQLite's log makes an end at any moment safe.
class SignalWatch {
 public:
  /// To be made before any other thread, once.
  SignalWatch();
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;
};

/// What is done before the end by a signal, in another thread; the latest one first. What it throws is ignored.
class LastAct {
 public:
  explicit LastAct(std::function<void()> act);
  ~LastAct();
  LastAct(const LastAct&) = delete;
  LastAct& operator=(const LastAct&) = delete;

 private:
  std::list<std::function<void()>>::iterator place_;
};

/// A file, or a folder with all that is in it, that a signal removes while this lives. To be made before the file is.
class PassingFile {
 public:
  explicit PassingFile(std::filesystem::path path);
  ~PassingFile();
  PassingFile(const PassingFile&) = delete;
  PassingFile& operator=(const PassingFile&) = delete;

 private:
  std::list<std::filesystem::path>::iterator place_;
};

/// Starts the leader of a process group by `start`, which returns its process id; a signal kills the group.
[[nodiscard]] pid_t noted_start(const std::function<pid_t()>& start);
/// Forgets a process that has ended and returns its status, as waitpid() gives it; nothing where the kernel did not
/// keep it.
std::optional<int> forget_start(pid_t process);

}  // namespace apportion

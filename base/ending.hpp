// The end of the program by a signal.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <list>
#include <optional>

namespace apportion {

/// Ends the program in order on SIGINT, SIGTERM, SIGHUP and SIGQUIT. They are blocked in all threads, and a thread that
/// this object starts waits for them; signals that are ignored, as SIGHUP is under nohup, stay ignored. The first
/// signal kills the programs that were started, with their process groups, and removes the PassingFiles; from then on
/// none can be started or made. Then each LastAct runs, such as a message on how to continue; a second signal now ends
/// the program at once. The exit status is 128 + the signal. Threads that solve or write are cut off: SQLite's log
/// makes that safe at any moment. Reading a mapped file that another program has made shorter (SIGBUS) ends the program
/// as well, with one line and the status 1.
class SignalWatch {
 public:
  /// Make it once, before any other thread is started.
  SignalWatch();
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;
};

/// While this object lives, the end by a signal takes account of its item.
template <typename Item>
class Noted {
 public:
  explicit Noted(Item item);
  ~Noted();
  Noted(const Noted&) = delete;
  Noted& operator=(const Noted&) = delete;

 private:
  typename std::list<Item>::iterator place_;
};

/// An action before the end, run in another thread; the latest one first. Its exceptions are ignored.
using LastAct = Noted<std::function<void()>>;

/// A file, or a folder with its contents, which is removed at the end of this object's life, or by the signal. Make it
/// before the file.
using PassingFile = Noted<std::filesystem::path>;

/// Starts the leader of a process group by `start`, which returns its process id; a signal kills the group.
[[nodiscard]] pid_t noted_start(const std::function<pid_t()>& start);
/// Forgets a process that has ended and returns its status, as waitpid() does; nothing if the kernel did not keep the
/// status.
std::optional<int> forget_start(pid_t process);

}  // namespace apportion

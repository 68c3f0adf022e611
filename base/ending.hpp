// The end of the program by a signal: what is finished before, and what does not stay behind.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <list>
#include <optional>

namespace apportion {

/// While one lives, end_program() waits, so that a transaction is not cut off. One thread at a time has one, or
/// several. Once the program is being ended the constructor does not return.
class UnbrokenWork {
 public:
  UnbrokenWork();
  ~UnbrokenWork();
  UnbrokenWork(const UnbrokenWork&) = delete;
  UnbrokenWork& operator=(const UnbrokenWork&) = delete;
};

/// What end_program() does before the end, in the thread that ends the program; the latest one comes first. What it
/// throws is ignored.
class LastAct {
 public:
  explicit LastAct(std::function<void()> act);
  ~LastAct();
  LastAct(const LastAct&) = delete;
  LastAct& operator=(const LastAct&) = delete;

 private:
  std::list<std::function<void()>>::iterator place_;
};

/// A file, or a folder with all that is in it, that is removed if a signal ends the program while this lives. To be
/// made before the file is, or, where making the file chooses its name, in one UnbrokenWork with it.
class PassingFile {
 public:
  explicit PassingFile(std::filesystem::path path);
  ~PassingFile();
  PassingFile(const PassingFile&) = delete;
  PassingFile& operator=(const PassingFile&) = delete;

 private:
  std::list<std::filesystem::path>::iterator place_;
};

/// Starts a program by `start`, which returns its process id, such that end_program() kills it, with its process group
/// where it leads one. Once the program is being ended this does not return.
[[nodiscard]] pid_t noted_start(const std::function<pid_t()>& start, bool own_group);
/// Forgets a process that has ended and returns its status, as waitpid() gives it; nothing where the kernel did not
/// keep it. What the last of the programs left running ends with it, if take_in_orphans() was called.
std::optional<int> forget_start(pid_t process);

/// From now on processes whose parents have ended become children of this one, and end with what was started, though
/// they left its process group. For a program that starts others by noted_start() only.
void take_in_orphans();

/// Kills the programs and removes the passing files. Afterwards none can be made any more.
void leave_nothing_behind();

/// Waits for unbroken work, at most as long as `patience` says, then does the last acts, unless the work goes on, and
/// ends the program with this status, with nothing left behind. Destructors are not called.
[[noreturn]] void end_program(int status, std::chrono::milliseconds patience);

/// The same without waiting, and without last acts.
[[noreturn]] void end_program_at_once(int status);

}  // namespace apportion

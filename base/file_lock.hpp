// A lock of a name, for programs that change the same files.
#pragma once

#include <filesystem>
#include <optional>

#include "base/ending.hpp"

namespace apportion {

/// An exclusive flock(2) on a file that is there for nothing else. The kernel releases it when the process is killed;
/// a file that a killed process left is locked anew. The file is removed at the end.
class FileLock {
 public:
  /// Makes the file if it is missing and tries to lock it, without waiting; is_held() is false if another process holds
  /// the lock. Throws std::system_error, which names the file, if it cannot be made or locked for any other reason.
  explicit FileLock(std::filesystem::path file);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

  /// Whether this is the holder.
  [[nodiscard]] bool is_held() const { return passing_.has_value(); }

 private:
  void release();

  std::filesystem::path file_;
  int descriptor_ = -1;
  std::optional<PassingFile> passing_;
};

}  // namespace apportion

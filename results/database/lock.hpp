// The advisory lock that keeps a second run away from a database.
#pragma once

#include <filesystem>

namespace apportion::results {

/// Holds an exclusive flock(2) on FILE.lock, which is created and stays. flock and not fcntl, because fcntl's locks do
/// not exclude within one process; the kernel releases either when a process is killed.
class WriterLock {
 public:
  /// Does not wait: throws StoreError if somebody else holds it, or if FILE.lock cannot be created.
  explicit WriterLock(const std::filesystem::path& database);
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  int descriptor_ = -1;
};

}  // namespace apportion::results

// The advisory lock that keeps a second run away from a database.
#pragma once

#include <filesystem>
#include <optional>

#include "base/file_lock.hpp"

namespace apportion::results {

/// Holds two exclusive locks, which the kernel releases when the process is killed:
/// - flock(2) on FILE.lock, of the name without symbolic links: the journals of SQLite stand beside that name, so that
///   no other program may use it, not even for another file. It is removed at the end;
/// - an open file description lock on the database itself, since a file that is written may have got another name. It
///   is on a byte that SQLite does not lock. All of SQLite's locks go when any descriptor of the file is closed, so
///   this object must be made before SQLite opens the file and outlive that.
class WriterLock {
 public:
  /// Makes the database, empty, if there is none. Does not wait: throws StoreError if another process holds one of the
  /// locks, if FILE.lock cannot be made, and if the database has several hard links: the log that a run keeps beside
  /// one of these names would be unknown to the others.
  explicit WriterLock(const std::filesystem::path& database);
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  void lock_content(const std::filesystem::path& database);
  void release();

  std::optional<FileLock> name_;  ///< FILE.lock
  int content_ = -1;
};

/// Whether another process holds a WriterLock on the database. To be asked while this process has the database open in
/// no other way, see above.
[[nodiscard]] bool is_locked_by_writer(const std::filesystem::path& database);

}  // namespace apportion::results

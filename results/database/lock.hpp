// The advisory lock that prevents a second run on a database.
#pragma once

#include <filesystem>

namespace apportion::results {

/// An exclusive lock on a byte of the database that SQLite does not lock; the kernel releases it when the process is
/// killed. Closing any descriptor of the file releases all of SQLite's locks, so this object must be made before SQLite
/// opens the file, and outlive that.
class WriterLock {
 public:
  /// Makes the database, empty, if there is none. Does not wait: throws StoreError if another process holds the lock.
  explicit WriterLock(const std::filesystem::path& database);
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  int descriptor_;
};

/// Whether another process holds a WriterLock on the database. To be called only while this process has the database
/// not open otherwise, see above.
[[nodiscard]] bool is_locked_by_writer(const std::filesystem::path& database);

}  // namespace apportion::results

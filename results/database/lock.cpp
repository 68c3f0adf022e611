// The advisory lock that keeps a second run away from a database.
#include "results/database/lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "results/error.hpp"

namespace apportion::results {
namespace {

namespace fs = std::filesystem;

// Behind those that SQLite locks: https://www.sqlite.org/src/file/src/os.h, PENDING_BYTE to SHARED_FIRST + SHARED_SIZE.
constexpr off_t locked_byte = 0x4000'0000 + 4096;

StoreError in_use(const fs::path& database) {
  return StoreError(
      fmt::format("{} is in use by another run; wait for it or name another database with --db", database.string()));
}

StoreError impossible(const fs::path& file, const char* what) {
  return StoreError(fmt::format("{} cannot be {}: {}", file.string(), what, std::generic_category().message(errno)));
}

struct flock byte_to_lock() {
  struct flock byte {};
  byte.l_type = F_WRLCK;
  byte.l_whence = SEEK_SET;
  byte.l_start = locked_byte;
  byte.l_len = 1;
  return byte;
}

struct stat status_of(int descriptor) {
  struct stat status {};
  static_cast<void>(::fstat(descriptor, &status));
  return status;
}

}  // namespace

WriterLock::WriterLock(const fs::path& database) {
  std::error_code dangling;
  const fs::path real = fs::weakly_canonical(database, dangling);
  try {
    name_.emplace((dangling ? database : real).string() + ".lock");
  } catch (const std::system_error& error) {
    throw StoreError(error.what());
  }
  if (!name_->is_held()) throw in_use(database);
  try {
    lock_content(database);
  } catch (...) {
    release();
    throw;
  }
}

void WriterLock::lock_content(const fs::path& database) {
  content_ = ::open(database.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  // What cannot be opened cannot be written by SQLite either, which says why.
  if (content_ < 0) return;
  struct flock byte = byte_to_lock();
  if (::fcntl(content_, F_OFD_SETLK, &byte) != 0) {
    if (errno == EAGAIN || errno == EACCES) throw in_use(database);
    throw impossible(database, "locked");
  }
  if (const auto names = status_of(content_).st_nlink; names > 1)
    throw StoreError(
        fmt::format("{} has {} names (hard links), and the log of a run would stand beside one of them; copy the file, "
                    "or remove the other names",
                    database.string(), names));
}

void WriterLock::release() {
  name_.reset();
  if (content_ >= 0) ::close(content_);
}

WriterLock::~WriterLock() { release(); }

bool is_locked_by_writer(const fs::path& database) {
  const int content = ::open(database.c_str(), O_RDONLY | O_CLOEXEC);
  if (content < 0) return false;
  struct flock byte = byte_to_lock();
  const bool is_locked = ::fcntl(content, F_OFD_GETLK, &byte) == 0 && byte.l_type != F_UNLCK;
  ::close(content);
  return is_locked;
}

}  // namespace apportion::results

// The advisory lock that keeps a second run away from a database.
#include "results/database/lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
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

struct stat status_of(int descriptor) {
  struct stat status {};
  static_cast<void>(::fstat(descriptor, &status));
  return status;
}

// Whoever had the lock before may have removed the file meanwhile.
bool is_at(int descriptor, const fs::path& file) {
  struct stat there {};
  const struct stat here = status_of(descriptor);
  return ::lstat(file.c_str(), &there) == 0 && there.st_dev == here.st_dev && there.st_ino == here.st_ino;
}

}  // namespace

WriterLock::WriterLock(const fs::path& database) {
  std::error_code dangling;
  const fs::path real = fs::weakly_canonical(database, dangling);
  file_ = (dangling ? database : real).string() + ".lock";
  try {
    lock_name(database);
    lock_content(database);
  } catch (...) {
    release();
    throw;
  }
}

void WriterLock::lock_name(const fs::path& database) {
  while (true) {
    name_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (name_ < 0) throw impossible(file_, "created");
    if (::flock(name_, LOCK_EX | LOCK_NB) != 0) {
      if (errno == EWOULDBLOCK) throw in_use(database);
      throw impossible(file_, "locked");
    }
    if (is_at(name_, file_)) break;
    ::close(name_);
  }
  passing_.emplace(file_);
}

void WriterLock::lock_content(const fs::path& database) {
  content_ = ::open(database.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  // What cannot be opened cannot be written by SQLite either, which says why.
  if (content_ < 0) return;
  struct flock byte {};
  byte.l_type = F_WRLCK;
  byte.l_whence = SEEK_SET;
  byte.l_start = locked_byte;
  byte.l_len = 1;
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

// The file goes before the lock: whoever opens it in between finds that it is gone.
void WriterLock::release() {
  if (passing_ && is_at(name_, file_)) ::unlink(file_.c_str());
  if (name_ >= 0) ::close(name_);
  if (content_ >= 0) ::close(content_);
}

WriterLock::~WriterLock() { release(); }

}  // namespace apportion::results

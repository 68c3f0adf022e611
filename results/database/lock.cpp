// The advisory lock that prevents a second run on a database.
#include "results/database/store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "results/error.hpp"

namespace apportion::results {
namespace {

// A byte behind those that SQLite locks: https://www.sqlite.org/src/file/src/os.h, PENDING_BYTE to SHARED_FIRST +
// SHARED_SIZE.
struct flock byte_to_lock() {
  return {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0x4000'0000 + 4096, .l_len = 1, .l_pid = 0};
}

}  // namespace

WriterLock::WriterLock(const std::filesystem::path& database)
    : descriptor_(::open(database.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
  // If the file cannot be opened, SQLite reports the reason later.
  struct flock byte = byte_to_lock();
  if (descriptor_ < 0 || ::fcntl(descriptor_, F_OFD_SETLK, &byte) == 0) return;
  const int reason = errno;
  ::close(descriptor_);
  if (reason == EAGAIN || reason == EACCES)
    throw StoreError(
        fmt::format("{} is in use by another run; wait for it or name another database with --db", database.string()));
  throw StoreError(fmt::format("{} cannot be locked: {}", database.string(), std::generic_category().message(reason)));
}

WriterLock::~WriterLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool is_locked_by_writer(const std::filesystem::path& database) {
  const int descriptor = ::open(database.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  struct flock byte = byte_to_lock();
  const bool is_locked = ::fcntl(descriptor, F_OFD_GETLK, &byte) == 0 && byte.l_type != F_UNLCK;
  ::close(descriptor);
  return is_locked;
}

}  // namespace apportion::results

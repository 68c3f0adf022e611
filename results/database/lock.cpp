// The advisory lock that keeps a second run away from a database.
#include "results/database/lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "results/error.hpp"

namespace apportion::results {

WriterLock::WriterLock(const std::filesystem::path& database) {
  const std::string file = database.string() + ".lock";
  descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) {
    throw StoreError(fmt::format("{} cannot be created: {}", file, std::generic_category().message(errno)));
  }
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  const int reason = errno;
  ::close(descriptor_);
  if (reason == EWOULDBLOCK) {
    throw StoreError(
        fmt::format("{} is in use by another run; wait for it or name another database with --db", database.string()));
  }
  throw StoreError(fmt::format("{} cannot be locked: {}", file, std::generic_category().message(reason)));
}

WriterLock::~WriterLock() { ::close(descriptor_); }

}  // namespace apportion::results

// A lock of a name by flock(2).
#include "base/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace apportion {
namespace {

std::system_error impossible(const std::filesystem::path& file, const char* what, int reason) {
  return {reason, std::generic_category(), file.string() + " cannot be " + what};
}

// The holder before may have removed the file after it was opened here.
bool is_at(int descriptor, const std::filesystem::path& file) {
  struct stat here {};
  struct stat there {};
  return ::fstat(descriptor, &here) == 0 && ::lstat(file.c_str(), &there) == 0 && there.st_dev == here.st_dev &&
         there.st_ino == here.st_ino;
}

}  // namespace

FileLock::FileLock(std::filesystem::path file) : file_(std::move(file)) {
  while (true) {
    descriptor_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (descriptor_ < 0) throw impossible(file_, "created", errno);
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      const int reason = errno;
      release();
      if (reason == EWOULDBLOCK) return;
      throw impossible(file_, "locked", reason);
    }
    if (is_at(descriptor_, file_)) break;
    release();
  }
  passing_.emplace(file_);
}

FileLock::~FileLock() {
  // Removed before it is released: a process that opens the file in between finds that it is gone.
  if (is_held() && is_at(descriptor_, file_)) ::unlink(file_.c_str());
  release();
}

void FileLock::release() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

}  // namespace apportion

// Files that are written beside the old ones, and renamed.
#include "base/file_replacement.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <functional>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <system_error>

namespace apportion {
namespace {

namespace fs = std::filesystem;

constexpr mode_t ordinary_rights = 0666;  // less what umask takes
constexpr mode_t all_rights = 07777;
constexpr int most_names = 100;
constexpr int most_links = 40;  // as the kernel follows

fs::path folder_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path("."); }

// The end of a chain of links, which need not be there.
fs::path end_of_links(const fs::path& file) {
  fs::path end = file;
  std::error_code problem;
  for (int links = 0; fs::is_symlink(fs::symlink_status(end, problem)); ++links) {
    if (links == most_links) throw output_error(file.string(), ELOOP);
    const fs::path next = fs::read_symlink(end, problem);
    if (problem) throw output_error(file.string(), problem.value());
    end = next.is_absolute() ? next : folder_of(end) / next;
  }
  return end;
}

// ".report.html.3f9c0a1b7d2e4c55.partial" beside the file
fs::path unpredictable_name(const fs::path& file) {
  std::random_device random;
  return folder_of(file) / fmt::format(".{}.{:08x}{:08x}.partial", file.filename().string(), random(), random());
}

// What a user's system does without /proc is not known: there a name is needed from the beginning.
int opened_without_name(const fs::path& folder) {
  std::error_code ignored;
  if (!fs::exists("/proc/self/fd", ignored)) return -1;
  return ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, ordinary_rights);
}

// Tries names until one is free. `use` answers -1 and sets errno where it cannot.
int with_free_name(const fs::path& file, fs::path& name, const std::function<int(const fs::path&)>& use) {
  for (int i = 0; i < most_names; ++i) {
    name = unpredictable_name(file);
    const int answer = use(name);
    if (answer != -1) return answer;
    if (errno != EEXIST) break;
  }
  name.clear();
  return -1;
}

int opened_with_name(const fs::path& file, fs::path& name) {
  return with_free_name(file, name, [](const fs::path& free) {
    return ::open(free.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, ordinary_rights);
  });
}

struct KeptFiles {
  std::mutex mutex;
  std::set<fs::path> files;
};

KeptFiles& kept_files() {
  static KeptFiles kept;
  return kept;
}

void require_not_kept(const fs::path& file) {
  KeptFiles& kept = kept_files();
  const std::lock_guard lock(kept.mutex);
  for (const fs::path& other : kept.files)
    if (is_same_file(file, other))
      throw InputError(fmt::format("{} is a file that was read, {}, which would be lost; name another", file.string(),
                                   other.string()));
}

}  // namespace

void keep_as_it_is(const fs::path& file) {
  KeptFiles& kept = kept_files();
  const std::lock_guard lock(kept.mutex);
  kept.files.insert(file);
}

OutputError output_error(std::string_view where, int reason) {
  return OutputError(fmt::format("{} cannot be written: {}", where, std::generic_category().message(reason)));
}

bool is_same_file(const fs::path& one, const fs::path& other) {
  struct stat first {};
  struct stat second {};
  return ::stat(one.c_str(), &first) == 0 && ::stat(other.c_str(), &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

void require_writable(const fs::path& file) {
  std::error_code absent;
  const fs::file_status status = fs::status(file, absent);
  if (fs::is_directory(status)) throw output_error(file.string(), EISDIR);
  if (!fs::exists(status) || fs::is_regular_file(status)) const FileReplacement probe(file);
}

FileReplacement::FileReplacement(const fs::path& file, Links links)
    : file_(file), target_(file), stream_(nullptr, &std::fclose) {
  std::error_code absent;
  const bool follows = links == Links::followed;
  const fs::file_status status = follows ? fs::status(file, absent) : fs::symlink_status(file, absent);
  is_direct_ = fs::exists(status) && !fs::is_regular_file(status) && !fs::is_symlink(status);
  if (!is_direct_) {
    require_not_kept(file);
    if (follows) target_ = end_of_links(file);
    open_beside();
    return;
  }
  stream_.reset(std::fopen(file.c_str(), "wb"));
  if (!stream_) throw output_error(file.string(), errno);
}

void FileReplacement::open_beside() {
  int descriptor = opened_without_name(folder_of(target_));
  if (descriptor == -1) {
    const UnbrokenWork named;
    descriptor = opened_with_name(target_, partial_);
    if (descriptor != -1) passing_.emplace(partial_);
  }
  if (descriptor == -1) throw output_error(file_.string(), errno);
  stream_.reset(::fdopen(descriptor, "wb"));
  if (stream_) return;
  const int reason = errno;
  ::close(descriptor);
  throw output_error(file_.string(), reason);
}

FileReplacement::~FileReplacement() {
  std::error_code ignored;
  if (!partial_.empty()) fs::remove(partial_, ignored);
}

void FileReplacement::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stream_.get()) != text.size()) throw output_error(file_.string(), errno);
}

// A link to a file never takes the place of another one, but renaming does.
void FileReplacement::name_it() {
  const std::string descriptor = fmt::format("/proc/self/fd/{}", ::fileno(stream_.get()));
  const int answer = with_free_name(target_, partial_, [&descriptor](const fs::path& free) {
    return ::linkat(AT_FDCWD, descriptor.c_str(), AT_FDCWD, free.c_str(), AT_SYMLINK_FOLLOW);
  });
  if (answer == -1) throw output_error(file_.string(), errno);
}

void FileReplacement::commit() {
  if (std::fflush(stream_.get()) != 0) throw output_error(file_.string(), errno);
  if (is_direct_) {
    if (std::fclose(stream_.release()) != 0) throw output_error(file_.string(), errno);
    return;
  }
  struct stat old {};
  if (::lstat(target_.c_str(), &old) == 0 && S_ISREG(old.st_mode) &&
      ::fchmod(::fileno(stream_.get()), old.st_mode & all_rights) != 0)
    throw output_error(file_.string(), errno);
  if (::fsync(::fileno(stream_.get())) != 0) throw output_error(file_.string(), errno);
  const UnbrokenWork named;
  if (partial_.empty()) name_it();
  if (std::fclose(stream_.release()) != 0) throw output_error(file_.string(), errno);
  std::error_code problem;
  fs::rename(partial_, target_, problem);
  if (problem) throw output_error(file_.string(), problem.value());
  partial_.clear();
}

}  // namespace apportion

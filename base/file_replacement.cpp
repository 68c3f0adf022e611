// Files that are written under another name and then renamed.
#include "base/file_replacement.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <map>
#include <mutex>
#include <random>
#include <system_error>

namespace apportion {
namespace {

namespace fs = std::filesystem;

constexpr mode_t all_rights = 07777;
constexpr int most_links = 40;  // the kernel's own limit

fs::path folder_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path("."); }

// The path at the end of a chain of symbolic links, which need not exist.
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

// ".a.csv.3f9c0a1b7d2e4c55.partial" beside a.csv.
fs::path partial_beside(const fs::path& file) {
  std::random_device random;
  return folder_of(file) / fmt::format(".{}.{:08x}{:08x}.partial", file.filename().string(), random(), random());
}

struct KeptFiles {
  std::mutex mutex;
  std::map<fs::path, std::string> files;  // and what they are
};

KeptFiles& kept_files() {
  static KeptFiles kept;
  return kept;
}

void require_not_kept(const fs::path& file) {
  KeptFiles& kept = kept_files();
  const std::lock_guard lock(kept.mutex);
  for (const auto& [other, what] : kept.files)
    if (is_same_file(file, other)) throw InputError("{} is {}, which would be lost; name another", file.string(), what);
}

}  // namespace

void keep_as_it_is(const fs::path& file, const std::string& what) {
  KeptFiles& kept = kept_files();
  const std::lock_guard lock(kept.mutex);
  kept.files.emplace(file, what);
}

OutputError output_error(std::string_view where, int reason) {
  return OutputError(fmt::format("{} cannot be written: {}", where, std::generic_category().message(reason)));
}

bool is_same_file(const fs::path& one, const fs::path& other) {
  std::error_code absent;
  return fs::equivalent(one, other, absent);
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
  if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_symlink(status)) {
    stream_.reset(std::fopen(file.c_str(), "wb"));
    require(stream_ != nullptr);
    return;
  }
  require_not_kept(file);
  if (follows) target_ = end_of_links(file);
  partial_ = partial_beside(target_);
  passing_.emplace(partial_);
  stream_.reset(std::fopen(partial_.c_str(), "wbxe"));  // exclusively: no existing file or link
  require(stream_ != nullptr);
}

void FileReplacement::require(bool is_done) const {
  if (!is_done) throw output_error(file_.string(), errno);
}

void FileReplacement::write(std::string_view text) {
  require(std::fwrite(text.data(), 1, text.size(), stream_.get()) == text.size());
}

void FileReplacement::commit() {
  require(std::fflush(stream_.get()) == 0);
  struct stat old {};
  if (!partial_.empty()) {
    if (::lstat(target_.c_str(), &old) == 0 && S_ISREG(old.st_mode))
      require(::fchmod(::fileno(stream_.get()), old.st_mode & all_rights) == 0);
    require(::fsync(::fileno(stream_.get())) == 0);
  }
  require(std::fclose(stream_.release()) == 0);
  if (!partial_.empty()) require(std::rename(partial_.c_str(), target_.c_str()) == 0);
}

PassingFolder::PassingFolder(const fs::path& file) : path_(partial_beside(file)), passing_(path_) {
  std::error_code problem;
  if (!fs::create_directory(path_, problem)) throw output_error(file.string(), problem ? problem.value() : EEXIST);
}

}  // namespace apportion

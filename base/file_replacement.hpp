// Files that are written: replaced as a whole, and never one that is read.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/ending.hpp"
#include "base/error.hpp"

namespace apportion {

/// Results could not be written; exit status 1.
class OutputError : public UserError {
 public:
  explicit OutputError(const std::string& message) : UserError(message, 1) {}
};

/// The error for `where`, a file or a stream, which the operating system could not write for this reason (errno).
[[nodiscard]] OutputError output_error(std::string_view where, int reason);

/// What becomes of a symbolic link that has the file's name: what it leads to is written, be it there or not, or the
/// link itself gives way to the file.
enum class Links { followed, replaced };

/// A file that is replaced only when all of it is written and on the disk, so that a full disk, a signal or a power cut
/// leaves the old one. Until then what is written has an unpredictable name beside the file, such as
/// ".a.csv.3f9c0a1b7d2e4c55.partial", and is removed unless commit() is called; only SIGKILL leaves it. The new file
/// has the mode of the old one. What is there and is no regular file, such as a device or a pipe, is written to
/// directly and never removed; a folder is refused, and what keep_as_it_is() names. Throws OutputError.
class FileReplacement {
 public:
  explicit FileReplacement(const std::filesystem::path& file, Links links = Links::followed);
  ~FileReplacement();
  FileReplacement(const FileReplacement&) = delete;
  FileReplacement& operator=(const FileReplacement&) = delete;

  void write(std::string_view text);
  void commit();

 private:
  void require(bool is_done) const;  // else errno says why not

  std::filesystem::path file_;          // as it was named
  std::filesystem::path target_;        // where links lead
  std::filesystem::path partial_;       // beside it; "" where it is written directly, or has got its name
  std::optional<PassingFile> passing_;  // the same, for the end by a signal
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream_;
};

/// From now on FileReplacement refuses to replace this file by an InputError: the program has read it, and its user may
/// have no other one. Thread-safe.
void keep_as_it_is(const std::filesystem::path& file);

/// OutputError where it is known before anything is computed that the file cannot be written: its folder is not there,
/// or is not ours. Devices and pipes are not opened.
void require_writable(const std::filesystem::path& file);

/// Whether both names are of one file that is there, also through links and as hard links: by device and inode.
[[nodiscard]] bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other);

}  // namespace apportion

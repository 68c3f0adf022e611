// Output files that are replaced as a whole, unless they were read as input.
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

/// An output could not be written; exit status 1.
struct OutputError : UserError {
  explicit OutputError(const std::string& message) : UserError(message, 1) {}
};

/// The error for a file or stream `where` that could not be written for this reason (errno).
[[nodiscard]] OutputError output_error(std::string_view where, int reason);

/// How a symbolic link with the file's name is treated: its target is written, whether it exists or not, or the link
/// itself is replaced by the file.
enum class Links { followed, replaced };

/// A file that is replaced only when all of it is written and on the disk, so that a full disk, a signal or a power cut
/// leaves the old one. Until then the data has an unpredictable name in the same folder, such as
/// ".a.csv.3f9c0a1b7d2e4c55.partial", and is removed unless commit() is called; only SIGKILL leaves it. The new file
/// gets the mode of the old one. A device or a pipe is written to directly and never removed; folders and files passed
/// to keep_as_it_is() are refused. Throws OutputError.
class FileReplacement {
 public:
  explicit FileReplacement(const std::filesystem::path& file, Links links = Links::followed);

  void write(std::string_view text);
  void commit();

 private:
  void require(bool is_done) const;  // otherwise throws output_error() for errno

  std::filesystem::path file_;          // as the caller named it
  std::filesystem::path target_;        // after links are followed
  std::filesystem::path partial_;       // in the same folder; "" if written directly
  std::optional<PassingFile> passing_;  // removes partial_
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream_;
};

/// A new folder beside `file`, with an unpredictable name that begins with its name. It is removed with its contents at
/// the end, or by a signal; only SIGKILL leaves it. Throws OutputError.
class PassingFolder {
 public:
  explicit PassingFolder(const std::filesystem::path& file);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  PassingFile passing_;
};

/// From now on FileReplacement refuses, by an InputError, to replace this file: the program reads it, and its user may
/// have no other copy. `what` it is, such as "the file of --cluster". Thread-safe.
void keep_as_it_is(const std::filesystem::path& file, const std::string& what);

/// Throws OutputError if it is already clear that the file cannot be written: its folder does not exist or is not
/// writable. Called before long computations. Devices and pipes are not opened.
void require_writable(const std::filesystem::path& file);

/// Whether both names refer to the same existing file, also through symbolic or hard links: compares device and inode.
[[nodiscard]] bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other);

}  // namespace apportion

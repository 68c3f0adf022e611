// A file that is replaced as a whole.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

#include "base/ending.hpp"

namespace apportion::cli {

/// What becomes of a symbolic link that has the file's name.
enum class Links { followed, replaced };

/// A file that is replaced only when all of it is written and on the disk, so that a full disk or a power cut leaves
/// the old one. Until then what is written has no name, where the file system can do that, and is gone with the
/// program, however it ends; elsewhere it has an unpredictable one beside the file and is removed unless commit() is
/// called. No link but the one that has the file's own name is ever followed. Throws OutputError.
class FileReplacement {
 public:
  explicit FileReplacement(const std::filesystem::path& file, Links links = Links::followed);
  ~FileReplacement();
  FileReplacement(const FileReplacement&) = delete;
  FileReplacement& operator=(const FileReplacement&) = delete;

  void write(std::string_view text);
  void commit();

 private:
  void name_it();

  std::filesystem::path file_;          // as it was named
  std::filesystem::path target_;        // where links lead
  std::filesystem::path partial_;       // beside it; "" while what is written has no name
  std::optional<PassingFile> passing_;  // the same, for the end by a signal
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream_;
};

}  // namespace apportion::cli

// INI files, read by Boost.Program_options like the command line.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace apportion::sweeps {

/// key = value, under [section] ("" before the first).
struct IniEntry {
  std::string section;
  std::string key;
  std::string value;
  int line = 0;
};

struct IniFile {
  std::filesystem::path file;
  std::string text;                                   ///< all of it, as it stands there
  std::vector<IniEntry> entries;                      ///< in the order of the file
  std::vector<std::pair<std::string, int>> sections;  ///< their names and lines

  /// "FILE:LINE: message".
  [[nodiscard]] InputError error(int line, const std::string& message) const;
};

/// '#' begins a comment, blank lines do not count, and a line that is indented further than its key goes on with the
/// value of the line above. InputError for a file that cannot be read, a line without '=', an empty key or value, and a
/// key that stands twice in one section.
[[nodiscard]] IniFile read_ini(const std::filesystem::path& file);

/// The same of the text that such a file has or had; `file` is for messages.
[[nodiscard]] IniFile ini_of(const std::filesystem::path& file, const std::string& text);

}  // namespace apportion::sweeps

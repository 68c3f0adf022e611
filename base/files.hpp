// Reading of whole files and of standard input, and files that are built into the program.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace apportion {

/// A file whose text CMake has put into the program (cmake/EmbedFiles.cmake).
struct EmbeddedFile {
  std::string_view name;  ///< relative to the folder that the function which returns it names
  std::string_view text;
};

/// The content of a file, or of standard input for "-". InputError if it cannot be read or is longer than a GiB.
[[nodiscard]] std::string read_input(const std::string& file);

/// InputError if the file is a device or a pipe, whose length is unknown before it is read, or is longer than
/// `most_bytes`. Accepts folders and files that do not exist.
void require_regular_file(const std::string& file, std::uintmax_t most_bytes);

/// The path of a file that another file in `folder` names, relative to the folder. InputError if it is outside the
/// folder: absolute, by "..", or through a symbolic link. The file need not exist.
[[nodiscard]] std::filesystem::path path_inside(const std::filesystem::path& folder, const std::string& name);

/// The result of `read` on a file; adds the file's name to an InputError.
template <typename Read>
[[nodiscard]] auto read_from(const std::string& file, const Read& read) {
  try {
    return read();
  } catch (const InputError& error) {
    throw InputError((file == "-" ? "standard input" : file) + ": " + error.what());
  }
}

/// The result of `parse` on the content of a file; adds the file's name to an InputError.
template <typename Parse>
[[nodiscard]] auto parsed_content(const std::string& file, const std::string& content, const Parse& parse) {
  return read_from(file, [&] { return parse(content); });
}

/// The result of `parse` on read_input(file); adds the file's name to an InputError.
template <typename Parse>
[[nodiscard]] auto parsed_input(const std::string& file, const Parse& parse) {
  return parsed_content(file, read_input(file), parse);
}

}  // namespace apportion

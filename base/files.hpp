// Reading of whole files and of standard input.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/error.hpp"

namespace apportion {

/// The content of a file, or of standard input for "-". InputError where it cannot be read or has more than a GiB.
[[nodiscard]] std::string read_input(const std::string& file);

/// InputError where the file is neither a regular one nor a folder, such as a device or a pipe, whose length cannot be
/// known before it is read, and where it has more than `most_bytes`. Nothing is said of files that are not there.
void require_regular_file(const std::string& file, std::uintmax_t most_bytes);

/// The path of a file that a file of `folder` names, relative to the folder. InputError where it lies outside the
/// folder, be it absolute, by "..", or through a symbolic link; the file need not be there.
[[nodiscard]] std::filesystem::path path_inside(const std::filesystem::path& folder, const std::string& name);

/// What `read` reads from a file; an InputError of it names the file.
template <typename Read>
[[nodiscard]] auto read_from(const std::string& file, const Read& read) {
  try {
    return read();
  } catch (const InputError& error) {
    throw InputError((file == "-" ? "standard input" : file) + ": " + error.what());
  }
}

/// What `parse` makes of the content of a file that was read; an InputError of it names the file.
template <typename Parse>
[[nodiscard]] auto parsed_content(const std::string& file, const std::string& content, const Parse& parse) {
  return read_from(file, [&] { return parse(content); });
}

/// What `parse` makes of read_input(); an InputError of either names the file.
template <typename Parse>
[[nodiscard]] auto parsed_input(const std::string& file, const Parse& parse) {
  return parsed_content(file, read_input(file), parse);
}

}  // namespace apportion

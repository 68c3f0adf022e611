// Files that a study is made of: their content, and the digest by which the study's definition knows it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace apportion::engine {

struct InputFile {
  std::string name;
  std::string content;
  std::string digest;  ///< SHA-256 of the content, in lower-case hexadecimal digits
};

/// The digest of a text, as of a file's content.
[[nodiscard]] std::string digest_of(std::string_view text);

/// Reads a regular file, which is kept as it is (base/file_replacement.hpp). InputError, which names it, where it
/// cannot be read or has more than `most_bytes`.
[[nodiscard]] InputFile read_input_file(const std::string& name, std::uintmax_t most_bytes);

/// The file that is called so from within a folder; "" is the current one.
[[nodiscard]] std::string path_in(const std::string& folder, const std::string& name);

}  // namespace apportion::engine

// Files that results depend on, and the digests that identify them: the files of a study, and the programs of users'
// own algorithms.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "algorithms/own_algorithm.hpp"
#include "results/records.hpp"

namespace apportion::engine {

struct InputFile {
  std::string name;
  std::string content;
  std::string digest;  ///< SHA-256 of the content, in lower-case hexadecimal digits
};

/// The digest of a text, as of a file's content.
[[nodiscard]] std::string digest_of(std::string_view text);

/// Reads a regular file and protects it by keep_as_it_is() (base/file_replacement.hpp). InputError, which names it, if
/// it cannot be read or has more than `most_bytes`.
[[nodiscard]] InputFile read_input_file(const std::string& name, std::uintmax_t most_bytes);

/// The current content of a user's own algorithm: the program's command and the SHA-256 digests of its files. If it
/// names no files, they are the words of the command that are files in its folder. InputError if a file cannot be read
/// or the program cannot be started.
[[nodiscard]] results::OwnAlgorithmRecord own_record(const OwnProgram& program);

}  // namespace apportion::engine

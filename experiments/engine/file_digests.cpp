// Reads and hashes the files of studies and of users' own algorithms.
#include "experiments/engine/file_digests.hpp"

#include <filesystem>

#include "base/error.hpp"
#include "base/file_replacement.hpp"
#include "base/files.hpp"
#include "base/program.hpp"
#include "base/text.hpp"
#include "results/database/digest.hpp"

namespace apportion::engine {

std::string digest_of(std::string_view text) { return results::sha256(text); }

InputFile read_input_file(const std::string& name, std::uintmax_t most_bytes) {
  // The next run could not read standard input again.
  if (name == "-") throw InputError("a study needs files that have a name, not standard input");
  require_regular_file(name, most_bytes);
  keep_as_it_is(name, "a file that was read, " + std::string(name));
  InputFile file{name, read_input(name), {}};
  file.digest = digest_of(file.content);
  return file;
}

namespace {

std::vector<std::string> files_among(const OwnProgram& program) {
  std::vector<std::string> files;
  for (const std::string& word : program.words)
    if (!word.starts_with('/') && std::filesystem::is_regular_file(program.folder / word)) files.push_back(word);
  return files;
}

}  // namespace

results::OwnAlgorithmRecord own_record(const OwnProgram& program) {
  if (program.words.empty() || !can_be_started(program.words.front(), program.folder))
    throw InputError("{}: its command '{}' does not name a program that can be started{}", program.name,
                     printable(program.command), program.folder.empty() ? "" : " in " + program.folder.string());
  results::OwnAlgorithmRecord record{program.name, program.revision, program.command, {}};
  for (const std::string& file : program.files.empty() ? files_among(program) : program.files)
    record.files[file] =
        read_from(program.name, [&] { return results::sha256(read_input((program.folder / file).string())); });
  return record;
}

}  // namespace apportion::engine

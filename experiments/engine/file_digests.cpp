// Reads and hashes the files of studies and of users' own algorithms.
#include "experiments/engine/file_digests.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>

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

results::OwnAlgorithmRecord own_record(const OwnProgram& program) {
  if (program.words.empty() || !can_be_started(program.words.front(), program.folder))
    throw InputError("{}: its command '{}' does not name a program that can be started{}", program.name,
                     printable(program.command), program.folder.empty() ? "" : " in " + program.folder.string());
  results::OwnAlgorithmRecord record{program.name, program.revision, program.command, {}};
  std::vector<std::string> files = program.files;
  if (files.empty())
    std::ranges::copy_if(program.words, std::back_inserter(files), [&program](const std::string& word) {
      return !word.starts_with('/') && std::filesystem::is_regular_file(program.folder / word);
    });
  for (const std::string& file : files)
    record.files[file] =
        read_from(program.name, [&] { return results::sha256(read_input((program.folder / file).string())); });
  return record;
}

}  // namespace apportion::engine

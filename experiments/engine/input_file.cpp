// Reading of the files that a study is made of.
#include "experiments/engine/input_file.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "base/error.hpp"
#include "base/file_replacement.hpp"
#include "base/files.hpp"
#include "results/database/digest.hpp"

namespace apportion::engine {

std::string digest_of(std::string_view text) { return results::sha256(text); }

InputFile read_input_file(const std::string& name, std::uintmax_t most_bytes) {
  // What standard input said cannot be read again by the next run.
  if (name == "-") throw InputError("a study needs files that have a name, not standard input");
  require_regular_file(name, most_bytes);
  keep_as_it_is(name);
  InputFile file{name, read_input(name), {}};
  file.digest = digest_of(file.content);
  return file;
}

std::string path_in(const std::string& folder, const std::string& name) {
  return folder.empty() ? name : (std::filesystem::path(folder) / name).string();
}

}  // namespace apportion::engine

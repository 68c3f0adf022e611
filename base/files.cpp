// Files and standard input as texts.
#include "base/files.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iostream>
#include <system_error>

namespace apportion {
namespace {

// The limit of read_input(): a file such as /dev/zero never ends.
constexpr std::size_t most_read = std::size_t{1} << 30U;

std::string rest_of(std::istream& input, const std::string& file) {
  std::string text;
  std::string piece(std::size_t{1} << 16U, '\0');
  do {
    input.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    text.append(piece, 0, static_cast<std::size_t>(input.gcount()));
    if (text.size() > most_read)
      throw InputError("{} is larger than {} MiB, the most that is read", file == "-" ? "standard input" : file,
                       most_read >> 20U);
  } while (input);
  return text;
}

}  // namespace

void require_regular_file(const std::string& file, std::uintmax_t most_bytes) {
  std::error_code none;
  const std::filesystem::file_status status = std::filesystem::status(file, none);
  if (!std::filesystem::exists(status) || std::filesystem::is_directory(status)) return;
  if (!std::filesystem::is_regular_file(status)) throw InputError("{} is not a regular file", file);
  if (const std::uintmax_t bytes = std::filesystem::file_size(file, none); !none && bytes > most_bytes)
    throw InputError("{} has {} bytes; at most {} are read", file, bytes, most_bytes);
}

std::filesystem::path path_inside(const std::filesystem::path& folder, const std::string& name) {
  namespace fs = std::filesystem;
  std::error_code problem;
  const fs::path root = fs::weakly_canonical(folder.empty() ? fs::path(".") : folder, problem);
  if (problem) throw InputError("{} cannot be read: {}", folder.string(), problem.message());
  const fs::path file = fs::weakly_canonical(root / name, problem);
  if (problem) throw InputError("{} cannot be read: {}", name, problem.message());
  // read_input() would take "-" for standard input.
  if (name == "-" || std::ranges::mismatch(root, file).in1 != root.end())
    throw InputError("{} lies outside the folder {}", name, root.string());
  return folder / name;
}

std::string read_input(const std::string& file) {
  if (file == "-") return rest_of(std::cin, file);
  // A folder can be opened but not read.
  if (std::filesystem::is_directory(file))
    throw InputError("{} cannot be read: {}", file, std::generic_category().message(EISDIR));
  std::ifstream input(file, std::ios::binary);
  std::string text = input ? rest_of(input, file) : std::string();
  if (!input.eof() || input.bad())
    throw InputError("{} cannot be read: {}", file, std::generic_category().message(errno));
  return text;
}

}  // namespace apportion

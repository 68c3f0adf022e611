// Files and standard input as texts.
#include "base/files.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <system_error>

#include "base/error.hpp"

namespace apportion {
namespace {

std::string rest_of(std::istream& input) { return {std::istreambuf_iterator<char>(input), {}}; }

}  // namespace

std::string read_input(const std::string& file) {
  if (file == "-") return rest_of(std::cin);
  // Opening a folder succeeds; reading from it does not.
  if (std::filesystem::is_directory(file))
    throw InputError(fmt::format("{} cannot be read: {}", file, std::generic_category().message(EISDIR)));
  std::ifstream input(file, std::ios::binary);
  std::string text = input ? rest_of(input) : std::string();
  if (!input || input.bad())
    throw InputError(fmt::format("{} cannot be read: {}", file, std::generic_category().message(errno)));
  return text;
}

}  // namespace apportion

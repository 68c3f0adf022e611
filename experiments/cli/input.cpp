// Files and standard input as texts.
#include "experiments/cli/input.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <iostream>
#include <iterator>
#include <system_error>

#include "sim/error.hpp"

namespace apportion::cli {
namespace {

std::string rest_of(std::istream& input) { return {std::istreambuf_iterator<char>(input), {}}; }

}  // namespace

std::string read_input(const std::string& file) {
  if (file == "-") return rest_of(std::cin);
  std::ifstream input(file, std::ios::binary);
  std::string text = input ? rest_of(input) : std::string();
  // Opening a folder succeeds; reading from it does not.
  if (!input || input.bad())
    throw InputError(fmt::format("{} cannot be read: {}", file, std::generic_category().message(errno)));
  return text;
}

}  // namespace apportion::cli

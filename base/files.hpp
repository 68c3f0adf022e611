// Reading of whole files and of standard input.
#pragma once

#include <string>

#include "base/error.hpp"

namespace apportion {

/// The content of a file, or of standard input for "-". InputError where it cannot be read.
[[nodiscard]] std::string read_input(const std::string& file);

/// What `parse` makes of read_input(); an InputError of either names the file.
template <typename Parse>
[[nodiscard]] auto parsed_input(const std::string& file, Parse parse) {
  const std::string text = read_input(file);
  try {
    return parse(text);
  } catch (const InputError& error) {
    throw InputError((file == "-" ? "standard input" : file) + ": " + error.what());
  }
}

}  // namespace apportion

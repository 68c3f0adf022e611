// Reading of whole files.
#pragma once

#include <string>

namespace apportion::cli {

/// The content of a file, or of standard input for "-". InputError where it cannot be read.
[[nodiscard]] std::string read_input(const std::string& file);

}  // namespace apportion::cli

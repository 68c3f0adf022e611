// Completion of command lines: a script for bash, and for zsh by its bashcompinit, with all built-in names.
#pragma once

#include <string>

#include "experiments/cli/arguments.hpp"

namespace apportion::cli {

/// "output" for an option declared as "output,o".
[[nodiscard]] std::string long_option_name(const OptionDeclaration& option);

/// The script, which a shell reads once: completing a line runs no program and reads no file, so that names in users'
/// files and databases are not offered.
[[nodiscard]] std::string completion_script();

}  // namespace apportion::cli

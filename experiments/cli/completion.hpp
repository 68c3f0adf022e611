// Completion of command lines: a script for bash, and for zsh by its bashcompinit, with all names that are built in.
#pragma once

#include <string>

#include "experiments/cli/arguments.hpp"

namespace apportion::cli {

/// "output" of an option that is declared as "output,o".
[[nodiscard]] std::string long_option_name(const OptionDeclaration& option);

/// What a shell reads once: no program runs and no file is read when a line is completed, and no name that a user's
/// file or database has is offered.
[[nodiscard]] std::string completion_script();

}  // namespace apportion::cli

// The pages of the manual, made of what the help is made of.
#pragma once

#include <string>

#include "experiments/cli/commands.hpp"

namespace apportion::cli {

/// apportion(1), in the language of man(7).
[[nodiscard]] std::string manual_page();

/// apportion-COMMAND(1), likewise.
[[nodiscard]] std::string manual_page(const Command& command);

}  // namespace apportion::cli

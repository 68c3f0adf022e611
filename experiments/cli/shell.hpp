// Words for a shell.
#pragma once

#include <string>

namespace apportion::cli {

/// The word as a POSIX shell reads it back: in single quotes where it needs them.
[[nodiscard]] std::string quoted_for_a_shell(const std::string& word);

}  // namespace apportion::cli

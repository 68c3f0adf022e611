// Runs another program: text in, text out.
#pragma once

#include <string>
#include <vector>

#include "base/error.hpp"

namespace apportion::results {

/// Another program is not installed, or it failed. Exit status 1.
class ProgramError : public UserError {
 public:
  explicit ProgramError(const std::string& message) : UserError(message, 1) {}
};

/// What `words` (the program, which PATH finds, and its arguments) writes to standard output when it reads `input`.
/// Numbers are read and written as in C. Throws ProgramError: `package` says what to install where there is no such
/// program; its last line on standard error where it failed, or how it ended.
[[nodiscard]] std::string run_external_program(const std::vector<std::string>& words, const std::string& input,
                                               const std::string& package);

}  // namespace apportion::results

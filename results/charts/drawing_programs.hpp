// Running another program, text in and text out, and the programs that draw: gnuplot, and rsvg-convert for pictures
// that are SVG already.
#pragma once

#include <string>
#include <vector>

#include "base/error.hpp"
#include "results/charts/chart.hpp"

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

/// What gnuplot writes to standard output for a script. Throws ProgramError where it fails or is not installed.
[[nodiscard]] std::string run_gnuplot(const std::string& script);

/// An SVG document as another kind of picture, by rsvg-convert. Throws ProgramError.
[[nodiscard]] std::string converted_svg(const std::string& svg, Picture picture);

}  // namespace apportion::results

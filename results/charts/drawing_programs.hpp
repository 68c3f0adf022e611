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

/// The standard output of a program (`words`: its name, found by PATH, and its arguments) for this standard input, in
/// the locale C. Throws ProgramError: if the program is missing, with the `package` to install; if it failed, with its
/// last line on standard error, or how it ended.
[[nodiscard]] std::string run_external_program(const std::vector<std::string>& words, const std::string& input,
                                               const std::string& package);

/// The standard output of gnuplot for a script. Throws ProgramError if it fails or is not installed.
[[nodiscard]] std::string run_gnuplot(const std::string& script);

/// An SVG document as another kind of picture, by rsvg-convert. Throws ProgramError.
[[nodiscard]] std::string converted_svg(const std::string& svg, Picture picture);

}  // namespace apportion::results

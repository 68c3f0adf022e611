// The programs that draw: gnuplot, and rsvg-convert for pictures that are SVG already.
#pragma once

#include <string>

#include "results/charts/chart.hpp"

namespace apportion::results {

/// What gnuplot writes to standard output for a script. Throws ProgramError where it fails or is not installed.
[[nodiscard]] std::string run_gnuplot(const std::string& script);

/// An SVG document as another kind of picture, by rsvg-convert. Throws ProgramError.
[[nodiscard]] std::string converted_svg(const std::string& svg, Picture picture);

}  // namespace apportion::results

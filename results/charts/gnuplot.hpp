// Runs gnuplot.
#pragma once

#include <string>

namespace apportion::results {

/// What gnuplot writes to standard output for a script. Throws ProgramError where it fails or is not installed.
[[nodiscard]] std::string run_gnuplot(const std::string& script);

}  // namespace apportion::results

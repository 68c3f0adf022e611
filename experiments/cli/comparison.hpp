// Rankings as text, for the terminal or a file.
#pragma once

#include <string>

#include "experiments/problems/common/ranking.hpp"

namespace apportion::cli {

/// Writes a ranking into `file`, or to standard output where that is "", as "text", a table and who refused, or as
/// "json", a line each. The exit status: failed where all refused.
[[nodiscard]] int write_comparison(const problems::Comparison& comparison, const std::string& format,
                                   const std::string& file);

}  // namespace apportion::cli

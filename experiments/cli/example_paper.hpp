// The example of a user's paper, built into the program and written by `apportion new paper`.
#pragma once

#include <vector>

#include "base/embedded_file.hpp"

namespace apportion::cli {

/// The files of tests/examples/paper, sorted by name.
[[nodiscard]] const std::vector<EmbeddedFile>& example_paper();

}  // namespace apportion::cli

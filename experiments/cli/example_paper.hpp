// The example of a user's paper, built into the program and written by `apportion new paper`.
#pragma once

#include <string_view>
#include <vector>

namespace apportion::cli {

struct ExampleFile {
  std::string_view name;  ///< relative to the folder
  std::string_view text;
};

/// The files of tests/examples/paper, sorted by name.
[[nodiscard]] const std::vector<ExampleFile>& example_paper();

}  // namespace apportion::cli

// The program descriptions of experiments/frontier/programs, built into the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace apportion::problems {

struct Kernel {
  std::string_view name;  ///< of its file, without .json
  std::string_view text;  ///< a description as docs/program-format.md has it
};

/// Sorted by name.
[[nodiscard]] const std::vector<Kernel>& kernels();

[[nodiscard]] std::vector<std::string> kernel_names();

/// The kernel of that name; InputError with the nearest names otherwise.
[[nodiscard]] const Kernel& kernel(std::string_view name);

}  // namespace apportion::problems

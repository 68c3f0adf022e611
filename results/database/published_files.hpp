// The texts of results/published/*.csv, built into the program.
#pragma once

#include <string_view>
#include <vector>

namespace apportion::results {

struct PublishedFile {
  std::string_view name;
  std::string_view text;
};

/// Sorted by name.
[[nodiscard]] const std::vector<PublishedFile>& published_files();

}  // namespace apportion::results

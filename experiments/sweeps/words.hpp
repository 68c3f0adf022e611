// Words that the sections of sweep files and their exhibits share.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace apportion::sweeps {

/// The dimension beside the axes: the algorithms of the study.
inline constexpr const char* algorithm_word = "algorithm";

/// A list that is empty on purpose.
inline constexpr const char* none_word = "none";

[[nodiscard]] inline bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace apportion::sweeps

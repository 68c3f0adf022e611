// What scores improve in the collection of instances.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/instances/scoring.hpp"

namespace apportion::cli {

struct Improvements {
  std::string text = {};         ///< what is better or proven, and what the index says of it; "" where nothing is
  bool is_contradicted = false;  ///< whether a value lies below a bound of the index
};

/// Writes each better solution to FOLDER/FAMILY, under the name that it has in the collection. Without a folder it
/// takes the old one's place there, and the index is changed.
[[nodiscard]] Improvements kept_improvements(const instances::Collection& collection,
                                             const std::vector<instances::Scored>& scored,
                                             const std::optional<std::filesystem::path>& folder);

}  // namespace apportion::cli

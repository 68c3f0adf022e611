// The registered algorithms of all problem families, without their types.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "algorithms/options.hpp"

namespace apportion::cli {

struct AlgorithmInfo {
  std::string family;  ///< what `apportion solve` calls it, or of which its answers make use
  std::string name;
  std::string source;
  std::string summary;
  int revision = 0;
  bool exact_everywhere = true;
  std::vector<OptionSpec> options;
  std::vector<std::string> variants;
};

/// By family, then by name.
[[nodiscard]] std::vector<AlgorithmInfo> all_algorithms();

}  // namespace apportion::cli

// What an answer says of the memory of a user's processors.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "experiments/problems/clusters/given_cluster.hpp"

namespace apportion::problems {

struct MemoryUse {
  std::vector<std::size_t> full;  ///< the processors whose memory limits their shares
  double longer = 0;              ///< time in which all shares are done, over that without limits, minus 1
  /// A processor that got more cells than its memory holds, and by how many.
  struct Excess {
    std::size_t processor = 0;
    double cells = 0;
  };
  std::vector<Excess> beyond = {};
};

/// Of a division whose parts have so many cells; nobody is beyond the memory where none are said.
[[nodiscard]] MemoryUse memory_use(const MemoryLimits& limits, const std::vector<double>& cells);

/// ,"memory":{"full":[…],"longer":…,"beyond":[{"processor":…,"cells":…}…]}; "" without limits.
[[nodiscard]] std::string memory_json(const std::optional<MemoryUse>& use);

/// Processors that got more than their memory holds.
[[nodiscard]] inline std::size_t beyond_memory(const std::optional<MemoryUse>& use) {
  return use ? use->beyond.size() : 0;
}

/// How fast the processors are, which their weights do not say where memory limits shares.
[[nodiscard]] inline const std::vector<double>& speeds_of(const std::optional<MemoryLimits>& limits,
                                                          const std::vector<double>& weights) {
  return limits ? limits->speeds : weights;
}

}  // namespace apportion::problems

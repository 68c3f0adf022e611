// Curves of memory over time against a limit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/graphs/sharding.hpp"

namespace apportion::problems {

/// Memory over time, with what it is the memory of.
struct MemoryCurve {
  std::string title;
  std::vector<MemoryStep> steps;
};

/// The curves against the limit, if there is one, as "svg" or "text".
[[nodiscard]] std::string memory_drawing(const std::string& title, const std::vector<MemoryCurve>& curves,
                                         std::optional<std::int64_t> limit, const std::string& format);

}  // namespace apportion::problems

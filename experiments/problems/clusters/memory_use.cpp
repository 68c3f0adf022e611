// Cells of parts beside what memory holds, and the same as JSON.
#include "experiments/problems/clusters/memory_use.hpp"

#include <fmt/format.h>

namespace apportion::problems {

MemoryUse memory_use(const MemoryLimits& limits, const std::vector<double>& cells) {
  MemoryUse use{limits.full, limits.longer};
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (cells[i] > limits.cells[i]) use.beyond.push_back({i, cells[i] - limits.cells[i]});
  return use;
}

std::string memory_json(const std::optional<MemoryUse>& use) {
  if (!use) return {};
  std::string beyond;
  for (const MemoryUse::Excess& each : use->beyond)
    beyond += fmt::format(R"({}{{"processor":{},"cells":{}}})", beyond.empty() ? "" : ",", each.processor, each.cells);
  return fmt::format(R"(,"memory":{{"full":[{}],"longer":{},"beyond":[{}]}})", fmt::join(use->full, ","), use->longer,
                     beyond);
}

}  // namespace apportion::problems

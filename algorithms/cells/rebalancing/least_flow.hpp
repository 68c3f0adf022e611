// Balance by the least load that passes between neighbouring parts.
#pragma once

#include <utility>
#include <vector>

#include "algorithms/cells/mesh.hpp"

namespace apportion {

/// Load that passes from a part to one beside it.
struct PartFlow {
  std::int32_t from = 0;
  std::int32_t to = 0;
  double load = 0;
};

/// The flows between neighbours (of each part, both ways) of least sum that bring all loads into their windows, as far
/// as they can: a flow of least cost by shortest augmenting paths.
[[nodiscard]] std::vector<PartFlow> least_flows(const std::vector<double>& loads, const LoadWindows& windows,
                                                const std::vector<std::vector<std::int32_t>>& neighbours);

/// Moves places by these flows, then rebalances what whole places leave over.
void balance_by_least_flow(MeshDivision& division, const LoadWindows& windows);

}  // namespace apportion

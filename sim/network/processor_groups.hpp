// Groups of closely joined processors, such as those of a node or of a rack.
#pragma once

#include <cstddef>
#include <vector>

#include "sim/network/network.hpp"

namespace apportion {

/// Processors that are closer to each other than to all others, as those of a node or of a rack are.
struct ProcessorGroup {
  std::vector<std::size_t> processors = {};  ///< ascending
  std::vector<ProcessorGroup> groups = {};   ///< subgroups by their first processors; none, or at least two
};

/// All processors, and their nested groups, derived from the routes. The distance of two processors is how long the
/// busiest link between them is busy if each processor sends the same to every other, and, if that is equal for all
/// pairs, the sum of the latencies on their route. Processors that are closer than the most distant pairs, directly or
/// through others, form a group. Pairs without a route are the most distant ones. At most eight levels, each in O(p^2)
/// routes.
[[nodiscard]] ProcessorGroup groups_of(const Network& network);

}  // namespace apportion

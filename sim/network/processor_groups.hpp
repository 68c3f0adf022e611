// Groups of processors that a network joins more closely, such as those of a node or of a rack.
#pragma once

#include <cstddef>
#include <vector>

#include "sim/network/network.hpp"

namespace apportion {

/// Processors that are closer to each other than to all others, as those of a node or of a rack are.
struct ProcessorGroup {
  std::vector<std::size_t> processors = {};  ///< ascending
  std::vector<ProcessorGroup> groups = {};   ///< that it falls into, by their first processors; none, or at least two
};

/// All processors, and the groups, and groups of groups, that the routes say. Two processors are as far apart as the
/// busiest link between them is busy when each processor sends the same to every other, and, where that is equal for
/// all pairs, as the latencies of their route sum to. Processors that are closer than the most distant pairs, directly
/// or through others, form a group. Pairs without a route are the most distant ones. Of at most eight levels, each in
/// O(p^2) routes.
[[nodiscard]] ProcessorGroup groups_of(const Network& network);

}  // namespace apportion

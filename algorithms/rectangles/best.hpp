// Parts of BEST on a network, which the cells use too: its rivals, and divisions among the network's groups.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "sim/network/network.hpp"

namespace apportion {

/// Algorithms that are candidates on a network even if their answers have a high total, since the best divisions by
/// Acost can be slow.
[[nodiscard]] std::vector<std::string> rivals_on_a_network();

/// The machines of a network, as lists of processors. Processors belong to the same machine if a route between them,
/// directly or through others, is broader than the narrowest route of all. If all routes have the same bandwidth there
/// is one machine.
[[nodiscard]] std::vector<std::vector<std::size_t>> machines_of(const Network& network);

/// The answer of `method`, MULTILEVEL with options, among and within the groups, at every level.
[[nodiscard]] RectangleSolution divided_by_groups(const RectangleProblem& problem, const ProcessorGroup& groups,
                                                  const char* method, RandomStream& stream);

}  // namespace apportion

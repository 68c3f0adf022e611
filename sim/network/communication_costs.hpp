// Costs of one exchange of messages that need no simulation: the busiest part, and the busiest resource of a network.
#pragma once

#include <vector>

#include "sim/network/jacobi.hpp"
#include "sim/network/network.hpp"

namespace apportion {

/// The most that one part receives, plus `latency` for each of its neighbours; in elements.
[[nodiscard]] double most(const Stencil& stencil, double latency);

/// How long the busiest resource of the network is busy with these messages, in seconds; infinity where one of them has
/// no route:
/// each link with its bytes and the start-ups on it. Where processors spend start-ups, also each processor with these,
/// one after the other, and then the slowest of its links with what it sends; transfers that overlap start-ups make
/// this an estimate, whereas the time of the links is a lower bound.
[[nodiscard]] double net(const Network& network, const std::vector<Message>& messages);

}  // namespace apportion

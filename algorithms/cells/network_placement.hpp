// Placement: which processor of a network has which part of a division.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "sim/network/jacobi.hpp"
#include "sim/network/network.hpp"
#include "sim/network/processor_groups.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// For each part the processor that has it. Part i starts at start[i]; parts change places by simulated annealing so
/// that the busiest links and processors are busy for less time, and part i only goes to a processor of which
/// may_have[i] is true. May be the start. The stencil is that of the parts.
[[nodiscard]] std::vector<std::size_t> placed_on_network(const Network& network, const Stencil& stencil,
                                                         std::vector<std::size_t> start,
                                                         const std::vector<std::vector<bool>>& may_have,
                                                         RandomStream& stream);

/// The start that gives each group parts that lie together: parts in the order of their places, halved again and again
/// across the longer side of what they cover, and the groups with them. centres[i] is that of part i, row and column.
[[nodiscard]] std::vector<std::size_t> placed_by_centres(const ProcessorGroup& groups,
                                                         const std::vector<std::pair<double, double>>& centres);

/// The stencil with its parts renumbered as their processors.
[[nodiscard]] Stencil renumbered(const Stencil& stencil, const std::vector<std::size_t>& processors);

}  // namespace apportion

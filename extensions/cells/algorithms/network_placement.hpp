// Placement: the processor of a network for each part of a division.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "sim/network/jacobi.hpp"
#include "sim/network/network.hpp"
#include "sim/network/processor_groups.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// The processor of each part. Part i starts at start[i]; simulated annealing exchanges parts so that the longest busy
/// times of links and processors become shorter. Part i can only have processors for which may_have[i] is true. The
/// result may be the start. The stencil is that of the parts.
[[nodiscard]] std::vector<std::size_t> placed_on_network(const Network& network, const Stencil& stencil,
                                                         std::vector<std::size_t> start,
                                                         const std::vector<std::vector<bool>>& may_have,
                                                         RandomStream& stream);

/// A start that gives each group of processors parts that lie together: the parts are halved again and again across the
/// longer side of the area that they cover, and the groups with them. centres[i] is the centre of part i, row and
/// column.
[[nodiscard]] std::vector<std::size_t> placed_by_centres(const ProcessorGroup& groups,
                                                         const std::vector<std::pair<double, double>>& centres);

/// The stencil with parts renumbered by their processors.
[[nodiscard]] Stencil renumbered(const Stencil& stencil, const std::vector<std::size_t>& processors);

}  // namespace apportion

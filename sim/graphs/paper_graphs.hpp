// The three graphs of Chatterjee et al., rebuilt from the numbers that their text quotes.
#pragma once

#include "sim/graphs/alignment_graph.hpp"

namespace apportion {

/// Figure 1: two rails of three nodes and three rungs, three candidates, rho = 1. The weight of rail 2-4 is in no
/// quoted partition; it is chosen by symmetry.
[[nodiscard]] AlignmentGraph ladder_graph();

/// Figure 4: two zones f and g that exchange sections of 1000 items; two candidates, one best for each zone.
[[nodiscard]] AlignmentGraph two_zone_graph(double rho);

/// Figure 5: two diamonds, the first with sweeps along rows, the second along columns; candidates row, block, column.
[[nodiscard]] AlignmentGraph adi_graph(double rho);

}  // namespace apportion

// Kernighan-Lin refinement of a partition.
#pragma once

#include "algorithms/graphs/subgraph.hpp"

namespace apportion {

/// Improves a partition by passes of Kernighan and Lin on kappa_S: in a pass every node is moved once, each time the
/// one whose move leaves kappa_S least, and the best state on the way is kept; passes go on while they improve, at most
/// ten. Neither set becomes empty. O(n^2 (degree + candidates)). Left open in Section 3.
[[nodiscard]] Sides refine(const Subgraph& subgraph, Sides sides, GraphCounters& counters);

}  // namespace apportion

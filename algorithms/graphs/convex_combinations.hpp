// Partitioner CC: the signs of a convex combination of two extremal vectors.
#pragma once

#include "algorithms/graphs/algorithm1.hpp"

namespace apportion {

/// How the segment between the two vectors is searched.
enum class SegmentSearch {
  patterns,  ///< equation (2) at every sign pattern on it, with either sign of x_M
  golden,    ///< golden section on the continuous objective (3), and both ends, with either sign of x_M
  printed    ///< golden section on (3) alone; x_M is negated where no element of it has the sign that x_L has there
};

struct CombinationChoices {
  bool savings = false;  ///< x_M from max C + 1 - C instead of the limit of b - C for growing b
  SegmentSearch search = SegmentSearch::patterns;
};

/// Section 3.3: the signs of the best vector found between x_L, the Fiedler vector, and x_M, which comes from the node
/// costs. Where that is one-sided, the signs of x_L; where these are as well, the first node aside. The subgraph is
/// connected and has at least three nodes. InputError above largest_dense_problem nodes.
[[nodiscard]] Sides partition_by_combinations(const Subgraph& subgraph, const CombinationChoices& choices,
                                              GraphCounters& counters);

}  // namespace apportion

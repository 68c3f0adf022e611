// Steps of Algorithm 1 (Chatterjee et al. 1994): refinement of partitions, collapsing of static sets, and partitioner
// CC.
#pragma once

#include <vector>

#include "algorithms/graphs/subgraph.hpp"
#include "sim/graphs/alignment_graph.hpp"

namespace apportion {

/// The partition that separates the first node, as a fallback.
[[nodiscard]] Sides first_node_aside(std::size_t nodes);

/// Whether all nodes are on one side.
[[nodiscard]] bool is_one_sided(const Sides& sides);

/// Improves a partition by passes of Kernighan and Lin on kappa_S: in a pass every node is moved once, each time the
/// one whose move leaves kappa_S least, and the best state on the way is kept; passes continue while they improve, at
/// most ten. Neither set becomes empty. O(n^2 (degree + candidates)). Left open in Section 3.
[[nodiscard]] Sides refine(const Subgraph& subgraph, Sides sides, GraphCounters& counters);

/// A graph with nodes that each represent one or more nodes of the given graph.
struct CollapsedGraph {
  AlignmentGraph graph;              ///< costs are added up, and so are parallel edges
  std::vector<std::size_t> node_of;  ///< [given node] the node that contains it
};

/// Collapses sets that the lemmas of Section 4 prove optimally static, so that the least cost does not change: a node
/// to which Lemma 3 applies is merged into its neighbour; for any threshold, a component of the edges that cost at
/// least as much becomes one node if Lemma 1 or 2 applies to it. Repeats until there is no such set. Section 7 mentions
/// this as being tried, without details. In bad cases O(n) minimum cuts of O(n m log n) each, O(n) times.
[[nodiscard]] CollapsedGraph collapse_static_sets(const AlignmentGraph& graph);

/// The labelling of the given graph that gives each node the label of the node that contains it.
[[nodiscard]] Labelling expanded(const CollapsedGraph& collapsed, const Labelling& labels);

/// The search of the segment between the two vectors.
enum class SegmentSearch {
  patterns,  ///< equation (2) at every sign pattern on it, with either sign of x_M
  golden,    ///< golden section on the continuous objective (3), and both ends, with either sign of x_M
  printed    ///< golden section on (3) alone; x_M is negated if no element of it has the sign of that of x_L
};

struct CombinationChoices {
  bool savings = false;  ///< x_M from max C + 1 - C instead of the limit of b - C for growing b
  SegmentSearch search = SegmentSearch::patterns;
};

/// Section 3.3: the signs of the best vector found between x_L, the Fiedler vector, and x_M, which comes from the node
/// costs. If that is one-sided, the signs of x_L; if these are one-sided as well, the first node is separated. The
/// subgraph is connected and has at least three nodes. InputError above largest_dense_problem nodes.
[[nodiscard]] Sides partition_by_combinations(const Subgraph& subgraph, const CombinationChoices& choices,
                                              GraphCounters& counters);

}  // namespace apportion

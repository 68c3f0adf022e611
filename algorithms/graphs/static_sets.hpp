// Optimally static sets, found before any division and collapsed to single nodes.
#pragma once

#include <vector>

#include "sim/graphs/alignment_graph.hpp"

namespace apportion {

/// A graph some of whose nodes stand for several nodes of the one that was given.
struct CollapsedGraph {
  AlignmentGraph graph;              ///< costs are added up, and so are parallel edges
  std::vector<std::size_t> node_of;  ///< [node as given] where it went
};

/// Collapses sets that the lemmas of Section 4 show to be optimally static, so that the least cost stays: a node to
/// which Lemma 3 applies goes into its neighbour; a component of the edges that cost at least so much, for any amount,
/// becomes one node where Lemma 1 or 2 applies to it. Repeats until none is found. What Section 7 says is being tried,
/// and leaves open. In bad cases O(n) minimum cuts of O(n m log n) each, O(n) times.
[[nodiscard]] CollapsedGraph collapse_static_sets(const AlignmentGraph& graph);

/// The labelling of the given graph that gives each node the label of the one it went into.
[[nodiscard]] Labelling expanded(const CollapsedGraph& collapsed, const Labelling& labels);

}  // namespace apportion

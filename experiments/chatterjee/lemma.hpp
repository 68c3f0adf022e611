// Statements about graphs that the program checks itself, on sets of nodes or on partitions of one graph at a time.
#pragma once

#include <cstdint>

#include "algorithms/graphs/subgraph.hpp"
#include "algorithms/registry.hpp"
#include "experiments/engine/checked_cases.hpp"
#include "sim/graphs/alignment_graph.hpp"

namespace apportion::chatterjee {

/// A statement that checks itself on one graph, registered for the study chatterjee/lemmas: its cases are those to
/// which it applied. Graphs have at most seven nodes, and whole numbers for costs and weights, so that comparing sums
/// is exact.
using Lemma = Algorithm<AlignmentGraph, engine::CheckedCases>;

/// A set of nodes, a bit each.
using NodeSet = std::uint32_t;

/// What the lemmas see of the graph: the nodes of the set.
[[nodiscard]] Subgraph subgraph_of(const AlignmentGraph& graph, NodeSet set);

}  // namespace apportion::chatterjee

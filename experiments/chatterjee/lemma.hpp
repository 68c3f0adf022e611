// Statements about graphs that the program checks itself, on sets of nodes or on partitions of one graph at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/graphs/subgraph.hpp"
#include "experiments/engine/checks.hpp"
#include "sim/graphs/alignment_graph.hpp"

namespace apportion::chatterjee {

/// A check on one graph of the study chatterjee/lemmas: its cases are those to which it applied. Graphs have at most
/// seven nodes, and whole numbers for costs and weights, so that comparing sums is exact.
using Lemma = engine::Check<AlignmentGraph>;

/// What is stated besides the lemmas.
[[nodiscard]] std::vector<Lemma> checks_of_facts();

/// A set of nodes, a bit each.
using NodeSet = std::uint32_t;

/// What the lemmas see of the graph: the nodes of the set.
[[nodiscard]] Subgraph subgraph_of(const AlignmentGraph& graph, NodeSet set);

}  // namespace apportion::chatterjee

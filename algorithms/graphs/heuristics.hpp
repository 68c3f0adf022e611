// Local searches over labellings: starts, moves, and the choice of the best answer.
#pragma once

#include "algorithms/graphs/graph_algorithm.hpp"
#include "algorithms/graphs/whole_graph.hpp"

namespace apportion {

/// The best static distribution at every node.
[[nodiscard]] Labelling static_labels(const AlignmentGraph& graph);

/// The cheapest candidate at every node; in a tie the first.
[[nodiscard]] Labelling least_cost_labels(const AlignmentGraph& graph);

/// The given label if the graph allows it, otherwise the cheapest label of the node.
[[nodiscard]] Labelling restricted(const WholeGraph& graph, const Labelling& labels);

/// Each node in turn takes the label that is cheapest given its neighbours' (Besag 1986), until a sweep over all nodes
/// changes nothing, or for at most this many sweeps. Never costs more than the given labelling.
[[nodiscard]] Labelling descended_labels(const WholeGraph& graph, Labelling labels, std::int64_t most_sweeps);

/// The cheapest labelling that gives `candidate` to some of the nodes that may have it and keeps all other labels.
/// Boykov, Veksler & Zabih 2001, Section 5.
[[nodiscard]] Labelling expanded_by(const WholeGraph& graph, const Labelling& labels, std::uint32_t candidate);

/// Expands by each candidate in turn until no candidate makes the labelling cheaper: it then costs at most twice the
/// optimum. At most 50 rounds.
[[nodiscard]] Labelling expanded_labels(const WholeGraph& graph, Labelling labels);

}  // namespace apportion

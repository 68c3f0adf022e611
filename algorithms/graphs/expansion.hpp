// alpha-expansion: large moves between labellings, each by one minimum cut.
#pragma once

#include "algorithms/graphs/whole_graph.hpp"

namespace apportion {

/// The cheapest of the labellings that give `candidate` to some nodes, of those that may have it, and leave the others
/// as they are. Boykov, Veksler & Zabih 2001, Section 5.
[[nodiscard]] WholeLabels expanded_by(const WholeGraph& graph, const WholeLabels& labels, std::uint32_t candidate);

/// The cheapest of these over all candidates.
[[nodiscard]] WholeLabels most_expanded(const WholeGraph& graph, const WholeLabels& labels);

/// Expands by each candidate in turn until none makes the labelling cheaper: it then costs at most twice the optimum.
/// At most 50 rounds.
[[nodiscard]] WholeLabels expanded_labels(const WholeGraph& graph, WholeLabels labels);

/// The cheapest that expansions reach from this labelling, from each node's cheapest label and from the common one.
[[nodiscard]] WholeLabels best_expansion(const WholeGraph& graph, WholeLabels labels);

}  // namespace apportion

// Coordinate descent: the smallest moves between labellings, one node at a time.
#pragma once

#include "algorithms/graphs/whole_graph.hpp"

namespace apportion {

/// Each node in turn takes the label that is cheapest beside its neighbours' (Besag 1986), until a sweep over all nodes
/// changes nothing, or after so many sweeps. Never costs more than the labelling given.
[[nodiscard]] WholeLabels descended_labels(const WholeGraph& graph, WholeLabels labels, std::int64_t most_sweeps);

}  // namespace apportion

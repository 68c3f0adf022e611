// Perturbation: out of local optima of expansion moves by disturbing a small region.
#pragma once

#include "algorithms/graphs/whole_graph.hpp"

namespace apportion {

/// Iterated local search: `kicks` times the nodes around some node get one label, or each its cheapest; then nodes and
/// expansions repair that, and what has become cheaper is kept. Nothing is random: places and labels take turns.
[[nodiscard]] WholeLabels perturbed_labels(const WholeGraph& graph, WholeLabels labels, int kicks);

}  // namespace apportion

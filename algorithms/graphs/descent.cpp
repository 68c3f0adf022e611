// Sweeps over the nodes, in ascending order.
#include "algorithms/graphs/descent.hpp"

#include <algorithm>

namespace apportion {

WholeLabels descended_labels(const WholeGraph& graph, WholeLabels labels, std::int64_t most_sweeps) {
  std::vector<Whole> costs;
  bool changed = true;
  for (std::int64_t sweep = 0; changed && sweep < most_sweeps; ++sweep) {
    changed = false;
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
      const WholeNode& node = graph.nodes[v];
      costs = node.costs;
      for (const WholeLink& link : node.links) {
        const std::size_t same = place_of(node, labels[link.to]);
        // Agreeing saves the weight.
        if (same < costs.size()) costs[same] -= link.weight;
      }
      const auto cheapest = std::ranges::min_element(costs);
      if (*cheapest >= costs[place_of(node, labels[v])]) continue;
      labels[v] = node.labels[static_cast<std::size_t>(cheapest - costs.begin())];
      changed = true;
    }
  }
  return labels;
}

}  // namespace apportion

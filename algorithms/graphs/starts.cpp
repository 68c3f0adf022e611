// Plain starts, and the comparison of answers.
#include "algorithms/graphs/starts.hpp"

#include <algorithm>
#include <utility>

namespace apportion {

WholeLabels static_labels(const AlignmentGraph& graph) {
  return WholeLabels(graph.size(), static_cast<std::uint32_t>(best_static(graph).candidate));
}

WholeLabels least_cost_labels(const AlignmentGraph& graph) {
  WholeLabels labels;
  for (const AlignmentNode& node : graph.nodes)
    labels.push_back(static_cast<std::uint32_t>(std::ranges::min_element(node.costs) - node.costs.begin()));
  return labels;
}

WholeLabels restricted(const WholeGraph& graph, const WholeLabels& labels) {
  WholeLabels allowed = cheapest_labels(graph);
  for (std::size_t v = 0; v < allowed.size(); ++v)
    if (place_of(graph.nodes[v], labels[v]) < graph.nodes[v].labels.size()) allowed[v] = labels[v];
  return allowed;
}

void CheapestLabelling::offer(const WholeLabels& labels) {
  Labelling offered(labels.begin(), labels.end());
  const double cost = completion_time(graph_, offered);
  if (!labels_.empty() && cost >= cost_) return;
  labels_ = std::move(offered);
  cost_ = cost;
}

GraphSolution CheapestLabelling::solution() && {
  return labelled(graph_, std::move(labels_), cost_ <= local_minima(graph_));
}

}  // namespace apportion

// Costs and components of graphs in whole numbers.
#include "algorithms/graphs/whole_graph.hpp"

#include <algorithm>
#include <limits>

namespace apportion {

Whole cost_of(const WholeGraph& graph, const WholeLabels& labels) {
  Whole cost = graph.base;
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    const WholeNode& node = graph.nodes[v];
    cost += node.costs[place_of(node, labels[v])];
    for (const WholeLink& link : node.links)
      if (link.to > v && labels[link.to] != labels[v]) cost += link.weight;
  }
  return cost;
}

std::size_t place_of(const WholeNode& node, std::uint32_t label) {
  const auto place = std::lower_bound(node.labels.begin(), node.labels.end(), label);
  if (place == node.labels.end() || *place != label) return node.labels.size();
  return static_cast<std::size_t>(place - node.labels.begin());
}

std::size_t cheapest_place(const WholeNode& node) {
  return static_cast<std::size_t>(std::ranges::min_element(node.costs) - node.costs.begin());
}

WholeLabels cheapest_labels(const WholeGraph& graph) {
  WholeLabels labels;
  for (const WholeNode& node : graph.nodes) labels.push_back(node.labels[cheapest_place(node)]);
  return labels;
}

WholeLabels common_labels(const WholeGraph& graph) {
  // Who may not have a candidate would cost more than any node that may.
  std::vector<double> sums(graph.candidates, 0);
  for (const WholeNode& node : graph.nodes) {
    const auto dearest = 1 + static_cast<double>(*std::ranges::max_element(node.costs));
    for (double& sum : sums) sum += dearest;
    for (std::size_t place = 0; place < node.labels.size(); ++place)
      sums[node.labels[place]] += static_cast<double>(node.costs[place]) - dearest;
  }
  const auto best = static_cast<std::uint32_t>(std::ranges::min_element(sums) - sums.begin());
  WholeLabels labels = cheapest_labels(graph);
  for (std::uint32_t v = 0; v < graph.size(); ++v)
    if (place_of(graph.nodes[v], best) < graph.nodes[v].labels.size()) labels[v] = best;
  return labels;
}

void drop_label(WholeNode& node, std::size_t place) {
  const auto at = static_cast<std::ptrdiff_t>(place);
  node.labels.erase(node.labels.begin() + at);
  node.costs.erase(node.costs.begin() + at);
  for (WholeLink& link : node.links)
    if (!link.message.empty()) link.message.erase(link.message.begin() + at);
}

bool is_connected(const WholeGraph& graph) {
  if (graph.nodes.empty()) return true;
  std::vector<bool> met(graph.size(), false);
  std::vector<std::uint32_t> reached{0};
  met[0] = true;
  for (std::size_t next = 0; next < reached.size(); ++next)
    for (const WholeLink& link : graph.nodes[reached[next]].links)
      if (!met[link.to]) {
        met[link.to] = true;
        reached.push_back(link.to);
      }
  return reached.size() == graph.size();
}

std::vector<WholePart> components(const WholeGraph& graph) {
  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> place(graph.size(), none);
  std::vector<WholePart> parts;
  for (std::uint32_t first = 0; first < graph.size(); ++first) {
    if (place[first] != none) continue;
    WholePart& part = parts.emplace_back();
    part.graph.candidates = graph.candidates;
    part.nodes = {first};
    place[first] = 0;
    for (std::size_t next = 0; next < part.nodes.size(); ++next)
      for (const WholeLink& link : graph.nodes[part.nodes[next]].links)
        if (place[link.to] == none) {
          place[link.to] = 0;
          part.nodes.push_back(link.to);
        }
    // In the order of the whole, which keeps links in ascending order.
    std::ranges::sort(part.nodes);
    for (std::uint32_t k = 0; k < part.nodes.size(); ++k) place[part.nodes[k]] = k;
    for (const std::uint32_t v : part.nodes) {
      part.graph.nodes.push_back(graph.nodes[v]);
      for (WholeLink& link : part.graph.nodes.back().links) link.to = place[link.to];
    }
  }
  return parts;
}

}  // namespace apportion

// Windows with fixed surroundings, and islands in what the messages leave.
#include "algorithms/graphs/subproblems.hpp"

#include <algorithm>
#include <limits>

namespace apportion {
namespace {

constexpr std::uint32_t outside = std::numeric_limits<std::uint32_t>::max();

// Edges to nodes outside go; `surrounding` says what they add to the cost of the label at each place.
template <class Surrounding>
WholePart part_of(const WholeGraph& graph, const std::vector<std::uint32_t>& members, std::vector<std::uint32_t>& place,
                  const Surrounding& surrounding) {
  WholePart part;
  part.graph.candidates = graph.candidates;
  part.nodes = members;
  for (std::uint32_t k = 0; k < members.size(); ++k) place[members[k]] = k;
  for (const std::uint32_t v : members) {
    const WholeNode& whole = graph.nodes[v];
    WholeNode& node = part.graph.nodes.emplace_back();
    node.labels = whole.labels;
    node.costs = whole.costs;
    for (std::size_t l = 0; l < whole.links.size(); ++l) {
      const WholeLink& link = whole.links[l];
      if (place[link.to] == outside) {
        surrounding(v, l, node);
        continue;
      }
      node.links.push_back(link);
      node.links.back().to = place[link.to];
    }
    const Whole least = *std::ranges::min_element(node.costs);
    for (Whole& cost : node.costs) cost -= least;
    part.graph.base += least;
  }
  for (const std::uint32_t v : members) place[v] = outside;
  return part;
}

}  // namespace

WholePart window(const WholeGraph& graph, const WholeLabels& labels, const std::vector<std::uint32_t>& members) {
  // In the order of the whole, which keeps links in ascending order.
  std::vector<std::uint32_t> ascending = members;
  std::ranges::sort(ascending);
  std::vector<std::uint32_t> place(graph.size(), outside);
  WholePart part = part_of(graph, ascending, place, [&](std::uint32_t v, std::size_t l, WholeNode& node) {
    const WholeLink& link = graph.nodes[v].links[l];
    for (std::size_t k = 0; k < node.labels.size(); ++k)
      if (node.labels[k] != labels[link.to]) node.costs[k] += link.weight;
  });
  part.graph.base = 0;
  return part;
}

std::vector<WholePart> islands(const WholeGraph& graph, const MessagePassing& messages,
                               const std::vector<bool>& member) {
  WholeGraph moved = graph;
  messages.store(moved);
  std::vector<std::uint32_t> place(graph.size(), outside);
  std::vector<bool> met(graph.size(), false);
  std::vector<WholePart> parts;
  for (std::uint32_t first = 0; first < graph.size(); ++first) {
    if (met[first] || !member[first]) continue;
    std::vector<std::uint32_t> nodes{first};
    met[first] = true;
    for (std::size_t next = 0; next < nodes.size(); ++next)
      for (const WholeLink& link : graph.nodes[nodes[next]].links)
        if (member[link.to] && !met[link.to]) {
          met[link.to] = true;
          nodes.push_back(link.to);
        }
    std::ranges::sort(nodes);
    parts.push_back(part_of(moved, nodes, place, [&moved](std::uint32_t v, std::size_t l, WholeNode& node) {
      const std::vector<Whole>& message = moved.nodes[v].links[l].message;
      for (std::size_t k = 0; k < node.costs.size(); ++k) node.costs[k] += message[k];
    }));
  }
  return parts;
}

std::vector<std::uint32_t> ball(const WholeGraph& graph, std::uint32_t centre, std::size_t most) {
  std::vector<std::uint32_t> members{centre};
  for (std::size_t next = 0; next < members.size() && members.size() < most; ++next)
    for (const WholeLink& link : graph.nodes[members[next]].links)
      if (members.size() < most && std::ranges::find(members, link.to) == members.end()) members.push_back(link.to);
  return members;
}

}  // namespace apportion

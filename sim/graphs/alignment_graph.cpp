// Validation and costs of alignment-distribution graphs.
#include "sim/graphs/alignment_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/error.hpp"

namespace apportion {
namespace {

bool usable(double value) { return std::isfinite(value) && value >= 0; }

std::string node_place(const AlignmentGraph& graph, std::size_t node) {
  const std::string& name = graph.nodes[node].name;
  return name.empty() ? fmt::format("node {}", node) : fmt::format("node {} ('{}')", node, name);
}

// The greatest cost of this node under any candidate.
double validate_node(const AlignmentGraph& graph, std::size_t node) {
  const std::vector<double>& costs = graph.nodes[node].costs;
  if (costs.size() != graph.candidates.size())
    throw InputError("{} has {} costs; it must have one for each of the {} candidates", node_place(graph, node),
                     costs.size(), graph.candidates.size());
  for (std::size_t c = 0; c < costs.size(); ++c)
    if (!usable(costs[c]))
      throw InputError("cost {} of {} is {}; costs must be finite and not negative", c, node_place(graph, node),
                       costs[c]);
  return *std::ranges::max_element(costs);
}

void validate_edge(const AlignmentGraph& graph, std::size_t index) {
  const AlignmentEdge& edge = graph.edges[index];
  for (const std::size_t end : {edge.u, edge.v})
    if (end >= graph.size())
      throw InputError("edge {} names node {}; there are nodes 0 to {}", index, end, graph.size() - 1);
  if (edge.u == edge.v)
    throw InputError("edge {} joins {} to itself; an edge needs two different nodes", index, node_place(graph, edge.u));
  if (!usable(edge.weight))
    throw InputError("the weight of edge {} is {}; weights must be finite and not negative", index, edge.weight);
}

}  // namespace

void validate(const AlignmentGraph& graph) {
  if (graph.candidates.empty()) throw InputError("there are no candidates; a graph needs at least one distribution");
  if (graph.nodes.empty()) throw InputError("there are no nodes; a graph needs at least one");
  if (!usable(graph.rho)) throw InputError("rho is {}; it must be finite and not negative", graph.rho);
  double greatest = 0;
  for (std::size_t node = 0; node < graph.size(); ++node) greatest += validate_node(graph, node);
  double weight = 0;
  for (std::size_t index = 0; index < graph.edges.size(); ++index) {
    validate_edge(graph, index);
    weight += graph.edges[index].weight;
  }
  // Leaves room above the costs for the savings matrix and sums of squares.
  constexpr double most = 1e150;
  if (!(greatest + graph.rho * weight < most))
    throw InputError("the costs add up to {}; they must stay below {}", greatest + graph.rho * weight, most);
}

double completion_time(const AlignmentGraph& graph, const Labelling& labelling) {
  double cost = 0;
  for (std::size_t node = 0; node < graph.size(); ++node) cost += graph.nodes[node].costs[labelling[node]];
  double moved = 0;
  for (const AlignmentEdge& edge : graph.edges)
    if (labelling[edge.u] != labelling[edge.v]) moved += edge.weight;
  return cost + graph.rho * moved;
}

StaticChoice cheapest(const std::vector<double>& costs) {
  const auto least = std::ranges::min_element(costs);
  return {static_cast<std::size_t>(least - costs.begin()), *least};
}

StaticChoice best_static(const AlignmentGraph& graph) {
  std::vector<double> sums(graph.candidates.size());
  for (const AlignmentNode& node : graph.nodes)
    for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += node.costs[c];
  return cheapest(sums);
}

double local_minima(const AlignmentGraph& graph) {
  double sum = 0;
  for (const AlignmentNode& node : graph.nodes) sum += *std::ranges::min_element(node.costs);
  return sum;
}

std::size_t merge_parallel_edges(AlignmentGraph& graph) {
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> places;
  std::vector<AlignmentEdge> merged;
  for (const AlignmentEdge& edge : graph.edges) {
    const auto [place, is_new] = places.emplace(std::minmax(edge.u, edge.v), merged.size());
    if (is_new)
      merged.push_back(edge);
    else
      merged[place->second].weight += edge.weight;
  }
  const std::size_t absorbed = graph.edges.size() - merged.size();
  graph.edges = std::move(merged);
  return absorbed;
}

}  // namespace apportion

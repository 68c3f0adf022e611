// CHEAPEST: each node's own cheapest distribution, regardless of its neighbours.
#include <algorithm>
#include <utility>

#include "algorithms/graphs/graph_algorithm.hpp"

namespace apportion {
namespace {

GraphSolution solve(const AlignmentGraph& graph, const Options& /*options*/, RandomStream& /*stream*/) {
  Labelling labels;
  for (const AlignmentNode& node : graph.nodes)
    labels.push_back(static_cast<std::size_t>(std::ranges::min_element(node.costs) - node.costs.begin()));
  return labelled(graph, std::move(labels), false);
}

const Registration<GraphAlgorithm> registration{
    {.name = "CHEAPEST",
     .source = "folklore",
     .summary = "each node's own cheapest distribution, whatever redistributing costs",
     .solve = solve}};

}  // namespace
}  // namespace apportion

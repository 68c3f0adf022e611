// max-flow: the optimum of graphs with two candidates.
#include <fmt/format.h>

#include <stdexcept>

#include "algorithms/graphs/exact.hpp"
#include "algorithms/graphs/flow.hpp"
#include "algorithms/graphs/graph_algorithm.hpp"

namespace apportion {
namespace {

GraphSolution solve(const AlignmentGraph& graph, const Options& /*options*/, RandomStream& /*stream*/) {
  if (graph.candidates.size() > 2)
    throw InputError(fmt::format("max-flow takes up to 2 candidates, and there are {}; optimal takes more",
                                 graph.candidates.size()));
  return labelled(graph, two_candidate_optimum(graph), true);
}

const Registration<GraphAlgorithm> registration{
    {.name = "max-flow",
     .source = "Greig, Porteous & Seheult 1989; Boykov & Kolmogorov 2004",
     .summary = "one minimum cut between two candidates: the optimum of graphs that have no more",
     .solve = solve}};

}  // namespace

Labelling two_candidate_optimum(const AlignmentGraph& graph) {
  const std::size_t candidates = graph.candidates.size();
  if (candidates > 2) throw std::logic_error("a cut has two sides");
  if (candidates == 1) return Labelling(graph.size(), 0);
  std::vector<SidePrices> prices;
  for (const AlignmentNode& node : graph.nodes) prices.push_back({node.costs[0], node.costs[1]});
  std::vector<CutEdge> edges;
  for (const AlignmentEdge& edge : graph.edges)
    if (graph.rho * edge.weight > 0) edges.push_back({edge.u, edge.v, graph.rho * edge.weight});
  Labelling labels;
  for (const bool sink_side : min_terminal_cut(prices, edges).sink_side) labels.push_back(sink_side ? 1 : 0);
  return labels;
}

}  // namespace apportion

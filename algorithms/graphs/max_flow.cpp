// max-flow: the optimum of graphs with two candidates.
#include <fmt/format.h>

#include <stdexcept>

#include "algorithms/graphs/exact.hpp"
#include "algorithms/graphs/expansion.hpp"
#include "algorithms/graphs/graph_algorithm.hpp"
#include "algorithms/graphs/whole_costs.hpp"

namespace apportion {
namespace {

GraphSolution solve_max_flow(const AlignmentGraph& graph, const Options& /*options*/, RandomStream& /*stream*/) {
  if (graph.candidates.size() > 2)
    throw InputError(fmt::format("max-flow takes up to 2 candidates, and there are {}; optimal takes more",
                                 graph.candidates.size()));
  const WholeCosts whole = whole_costs(graph).whole;
  const WholeLabels labels = two_candidate_optimum(whole.graph);
  return solution_of(graph, whole, {labels, cost_of(whole.graph, labels)});
}

const Registration<GraphAlgorithm> max_flow_registration{
    {.name = "max-flow",
     .source = "Greig, Porteous & Seheult 1989; Dinic 1970",
     .summary = "one minimum cut between two candidates: the optimum of graphs that have no more",
     .revision = 2,
     .solve = solve_max_flow}};

}  // namespace

WholeLabels two_candidate_optimum(const WholeGraph& graph) {
  if (graph.candidates > 2) throw std::logic_error("a cut has two sides");
  WholeLabels labels;
  for (const WholeNode& node : graph.nodes) labels.push_back(node.labels.front());
  // From the first candidate everywhere, one expansion by the second reaches every labelling.
  return expanded_by(graph, labels, 1);
}

}  // namespace apportion

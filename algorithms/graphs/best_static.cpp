// best-static: one distribution for the whole program.
#include "algorithms/graphs/graph_algorithm.hpp"

namespace apportion {
namespace {

GraphSolution solve_best_static(const AlignmentGraph& graph, const Options& /*options*/, RandomStream& /*stream*/) {
  const StaticChoice best = best_static(graph);
  return labelled(graph, Labelling(graph.size(), best.candidate), best.cost <= local_minima(graph));
}

const Registration<GraphAlgorithm> best_static_registration{
    {.name = "best-static",
     .source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Section 1.2",
     .summary = "the one distribution for all nodes that costs least; optimal where the nodes are unanimous",
     .solve = solve_best_static}};

}  // namespace
}  // namespace apportion

// icm: iterated conditional modes, the plainest local search.
#include <utility>

#include "algorithms/graphs/descent.hpp"
#include "algorithms/graphs/graph_algorithm.hpp"
#include "algorithms/graphs/starts.hpp"
#include "algorithms/graphs/whole_costs.hpp"

namespace apportion {
namespace {

GraphSolution solve_icm(const AlignmentGraph& graph, const Options& options, RandomStream& /*stream*/) {
  const WholeGraph whole = whole_costs(graph).whole.graph;
  CheapestLabelling cheapest(graph);
  for (const WholeLabels& start : {static_labels(graph), least_cost_labels(graph)}) {
    cheapest.offer(start);
    cheapest.offer(descended_labels(whole, restricted(whole, start), options.count("sweeps")));
  }
  return std::move(cheapest).solution();
}

const Registration<GraphAlgorithm> icm_registration{
    {.name = "icm",
     .source = "Besag 1986, Section 2.5",
     .summary = "iterated conditional modes: each node in turn takes the label that is cheapest given its "
                "neighbours, once from the best static distribution and once from each node's least cost; the better "
                "of the two",
     .options = {{.name = "sweeps",
                  .kind = OptionKind::count,
                  .default_value = "100",
                  .summary = "greatest number of sweeps over all nodes from each start; mostly a few suffice"}},
     .solve = solve_icm}};

}  // namespace
}  // namespace apportion

// optimal: the proven optimum, by whichever exact method suits the graph.
#include "algorithms/graphs/exact.hpp"
#include "algorithms/graphs/graph_algorithm.hpp"

namespace apportion {
namespace {

// Below this, elimination takes milliseconds; above it, the programme's relaxation is mostly faster.
constexpr std::size_t cheap_table_entries = 1'000'000;

GraphSolution solve(const AlignmentGraph& graph, const Options& options, RandomStream& /*stream*/) {
  if (graph.candidates.size() <= 2) return labelled(graph, two_candidate_optimum(graph), true);
  if (const std::optional<Labelling> labels = elimination_optimum(graph, cheap_table_entries))
    return labelled(graph, *labels, true);
  const Labelling known(graph.size(), best_static(graph).candidate);
  const IntegerOptimum optimum = integer_optimum(graph, known, static_cast<std::size_t>(options.count("nodes")));
  return labelled(graph, optimum.labels, optimum.proven);
}

const Registration<GraphAlgorithm> registration{
    {.name = "optimal",
     .source = "max-flow, elimination or ilp",
     .summary =
         "the optimum: one minimum cut for two candidates, elimination for narrow graphs, else integer programming",
     .exact_everywhere = false,
     .options = {{.name = "nodes",
                  .kind = OptionKind::count,
                  .default_value = "10000",
                  .summary = "nodes of the integer programme's search tree at most"}},
     .solve = solve}};

}  // namespace
}  // namespace apportion

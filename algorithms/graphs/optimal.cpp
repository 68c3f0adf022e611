// optimal: the proven optimum, by whichever exact method suits the graph.
#include "algorithms/graphs/branch_and_bound.hpp"
#include "algorithms/graphs/exact.hpp"
#include "algorithms/graphs/graph_algorithm.hpp"
#include "algorithms/graphs/whole_costs.hpp"

namespace apportion {
namespace {

// Below this, elimination takes milliseconds.
constexpr std::size_t cheap_table_entries = 100'000;

GraphSolution solve_optimal(const AlignmentGraph& graph, const Options& options, RandomStream& /*stream*/) {
  const KnownCosts costs = whole_costs(graph);
  const WholeGraph& whole = costs.whole.graph;
  const auto proven = [&](const WholeLabels& labels) {
    return solution_of(graph, costs.whole, {labels, cost_of(whole, labels)});
  };
  if (whole.candidates <= 2) return proven(two_candidate_optimum(whole));
  if (const auto labels = elimination_optimum(whole, cheap_table_entries)) return proven(*labels);
  const SearchLimits limits{.nodes = options.count("nodes"), .messages = options.count("messages") * 1'000'000};
  return solution_of(graph, costs.whole, searched(costs.whole, costs.known, limits).answer);
}

const Registration<GraphAlgorithm> optimal_registration{
    {.name = "optimal",
     .source = "max-flow; elimination; reductions (Kovtun 2003), alpha-expansion (Boykov, Veksler & Zabih 2001), "
               "TRW-S (Kolmogorov 2006), islands (Haller, Swoboda & Savchynskyy 2018) and branch and bound",
     .summary = "the optimum: one minimum cut for two candidates, elimination for narrow graphs, "
                "else branch and bound on a bound by message passing, all in whole numbers; "
                "graphs of more than 700 nodes are not branched on",
     .revision = 5,
     .exact_everywhere = false,
     .options = {{.name = "nodes",
                  .kind = OptionKind::count,
                  .default_value = "10000",
                  .summary = "nodes of the search tree at most"},
                 {.name = "messages",
                  .kind = OptionKind::count,
                  .default_value = "400",
                  .summary = "millions of message entries at most; an entry of a table counts as five"}},
     .solve = solve_optimal}};

}  // namespace
}  // namespace apportion

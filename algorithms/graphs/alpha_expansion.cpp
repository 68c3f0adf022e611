// alpha-expansion: expansion moves from three starts.
#include <utility>

#include "algorithms/graphs/expansion.hpp"
#include "algorithms/graphs/graph_algorithm.hpp"
#include "algorithms/graphs/message_passing.hpp"
#include "algorithms/graphs/starts.hpp"
#include "algorithms/graphs/whole_costs.hpp"

namespace apportion {
namespace {

// From the others alone, expansions cannot leave a static distribution where two candidates are needed at once: on the
// paper's ADI they end at 1312 instead of 672 + 16 rho. Messages point to such places as Algorithm 1 does, and take
// time in proportion to the graph.
WholeLabels third_start(const AlignmentGraph& graph, const WholeGraph& whole, const Options& options,
                        RandomStream& stream) {
  if (graph.size() <= static_cast<std::size_t>(options.count("divided"))) {
    const Labelling labels = GraphRegistry::instance().choose("algorithm1-cc").solve(graph, stream).labels;
    return {labels.begin(), labels.end()};
  }
  MessagePassing messages(whole);
  for (std::int64_t pass = 0; pass < options.count("passes"); ++pass) messages.pass();
  return messages.decoded();
}

GraphSolution solve_alpha_expansion(const AlignmentGraph& graph, const Options& options, RandomStream& stream) {
  const WholeGraph whole = whole_costs(graph).whole.graph;
  CheapestLabelling cheapest(graph);
  for (const WholeLabels& start :
       {static_labels(graph), least_cost_labels(graph), third_start(graph, whole, options, stream)}) {
    cheapest.offer(start);
    cheapest.offer(expanded_labels(whole, restricted(whole, start)));
  }
  return std::move(cheapest).solution();
}

const Registration<GraphAlgorithm> alpha_expansion_registration{
    {.name = "alpha-expansion",
     .source = "Boykov, Veksler & Zabih 2001, Section 5; Dinic 1970",
     .summary = "for each candidate one minimum cut decides which nodes take it, until none gains: "
                "at most twice the optimum; the best from three starts, the best static distribution, "
                "each node's least cost, and the answer of algorithm1-cc",
     .exact_everywhere = false,
     .options = {{.name = "divided",
                  .kind = OptionKind::count,
                  .default_value = "300",
                  .summary = "nodes up to which algorithm1-cc gives the third start; "
                             "beyond that message passing does"},
                 {.name = "passes",
                  .kind = OptionKind::count,
                  .default_value = "20",
                  .summary = "passes over the graph for that third start"}},
     .solve = solve_alpha_expansion}};

}  // namespace
}  // namespace apportion

// algorithm1-flow: Algorithm 1 with the exact partitioner, one minimum cut for each pair of distributions.
#include <limits>
#include <utility>

#include "algorithms/graphs/algorithm1.hpp"

namespace apportion {
namespace {

// Prices of standing on either side: node costs under `first` and `second`.
std::vector<SidePrices> prices(const Subgraph& subgraph, std::size_t first, std::size_t second) {
  std::vector<SidePrices> all;
  for (const double* costs : subgraph.costs) all.push_back({costs[first], costs[second]});
  return all;
}

// Holds the node that gains most from `first` on the source's side, and the one that gains least on the sink's, so that
// neither set is empty.
void hold_ends(const Subgraph& subgraph, std::vector<SidePrices>& all) {
  std::size_t gains_most = 0;
  std::size_t gains_least = 0;
  const auto gain = [&all](std::size_t node) { return all[node].sink - all[node].source; };
  for (std::size_t node = 1; node < all.size(); ++node) {
    if (gain(node) > gain(gains_most)) gains_most = node;
    if (gain(node) <= gain(gains_least)) gains_least = node;
  }
  if (gains_most == gains_least) return;
  double more_than_all = 1 + 2 * subgraph.best.cost;
  for (const CutEdge& edge : subgraph.edges) more_than_all += edge.capacity;
  for (const SidePrices& price : all) more_than_all += price.source + price.sink;
  all[gains_most].sink += more_than_all;
  all[gains_least].source += more_than_all;
}

Sides cheapest_partition(const Subgraph& subgraph, GraphCounters& counters) {
  Sides best = first_node_aside(subgraph.size());
  double least = std::numeric_limits<double>::infinity();
  const auto offer = [&](const Sides& sides) {
    if (is_one_sided(sides)) return false;
    const double objective = Bipartition(subgraph, sides, counters).objective();
    if (objective < least) {
      least = objective;
      best = sides;
    }
    return true;
  };
  for (std::size_t first = 0; first < subgraph.candidates; ++first)
    for (std::size_t second = first + 1; second < subgraph.candidates; ++second) {
      std::vector<SidePrices> all = prices(subgraph, first, second);
      if (offer(min_terminal_cut(all, subgraph.edges).sink_side)) continue;
      hold_ends(subgraph, all);
      offer(min_terminal_cut(all, subgraph.edges).sink_side);
    }
  return best;
}

GraphSolution solve_algorithm1_flow(const AlignmentGraph& graph, const Options& options, RandomStream& /*stream*/) {
  return algorithm1(graph, algorithm1_settings(options, options.flag("paper")), cheapest_partition);
}

std::vector<OptionSpec> flow_options() {
  std::vector<OptionSpec> all = {{.name = "paper", .summary = "Lemmas 1 to 3 as printed"}};
  for (OptionSpec& option : algorithm1_options()) all.push_back(std::move(option));
  return all;
}

const Registration<GraphAlgorithm> algorithm1_flow_registration{
    {.name = "algorithm1-flow",
     .source = "Algorithm 1 of Chatterjee et al. 1994; its partition objective (2) is polynomial",
     .summary = "divide and conquer; the cheapest partition by a minimum cut for each pair of distributions, "
                "where that has two sides",
     .options = flow_options(),
     .variants = {"kernighan-lin", "collapse"},
     .solve = solve_algorithm1_flow}};

}  // namespace
}  // namespace apportion

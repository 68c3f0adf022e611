// algorithm1-cc: Algorithm 1 with partitioner CC, convex combinations of two extremal vectors.
#include <utility>

#include "algorithms/graphs/algorithm1.hpp"
#include "algorithms/graphs/convex_combinations.hpp"

namespace apportion {
namespace {

CombinationChoices choices_of(const Options& options) {
  if (options.flag("paper")) return {.savings = true, .search = SegmentSearch::printed};
  return {.savings = options.flag("savings"),
          .search = options.flag("golden") ? SegmentSearch::golden : SegmentSearch::patterns};
}

GraphSolution solve_algorithm1_cc(const AlignmentGraph& graph, const Options& options, RandomStream& /*stream*/) {
  const CombinationChoices choices = choices_of(options);
  return algorithm1(graph, algorithm1_settings(options, options.flag("paper")),
                    [&choices](const Subgraph& subgraph, GraphCounters& counters) {
                      return partition_by_combinations(subgraph, choices, counters);
                    });
}

std::vector<OptionSpec> cc_options() {
  std::vector<OptionSpec> all = {
      {.name = "paper",
       .summary = "as printed: savings, one sign of x_M, golden section without the ends, and Lemmas 1 to 3"},
      {.name = "savings", .summary = "x_M from the savings matrix max C + 1 - C instead of its limit"},
      {.name = "golden", .summary = "golden section on the continuous objective instead of every sign pattern"}};
  for (OptionSpec& option : algorithm1_options()) all.push_back(std::move(option));
  return all;
}

const Registration<GraphAlgorithm> algorithm1_cc_registration{
    {.name = "algorithm1-cc",
     .source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Sections 2, 3.3 and 4",
     .summary =
         "divide and conquer; partitions by the signs of convex combinations of the Fiedler vector and a singular "
         "vector of the node costs",
     .revision = 2,
     .exact_everywhere = false,
     .options = cc_options(),
     .variants = {"paper", "kernighan-lin", "savings", "golden", "lemma1,lemma2,lemma3", "exhaust", "collapse"},
     .solve = solve_algorithm1_cc}};

}  // namespace
}  // namespace apportion

// From costs in floating point to whole numbers and back: capping, scaling, and what a bound in whole numbers proves.
#pragma once

#include "algorithms/graphs/graph_algorithm.hpp"
#include "algorithms/graphs/whole_graph.hpp"

namespace apportion {

/// A graph in whole numbers that is as good as the given one for finding what is cheaper than a known
/// labelling. A cost c stands there as floor(c 2^exponent). Labels that no cheaper labelling has are left out: those
/// that alone cost more above the node's least cost than the known labelling costs above all nodes' least costs.
/// Weights above that are cut down to it.
struct WholeCosts {
  WholeGraph graph;
  int exponent = 0;
  Whole error = 0;       ///< rounding down took less than this from any labelling; 0: from none
  Whole unit = 1;        ///< costs of labellings differ by multiples of it
  Whole negligible = 0;  ///< a difference that no proof depends on: 1e-11 of the known labelling's cost
};

/// With the labelling that is known: at first one that takes no search, then, where costs that forbid candidates would
/// leave too few digits for the others, the answers of alpha-expansion.
struct KnownCosts {
  WholeCosts whole;
  WholeLabels known;  ///< allowed in whole.graph
};

/// The sum of all costs and weights stays below 2^57 units. Costs may be as small and as great as validate() allows.
[[nodiscard]] KnownCosts whole_costs(const AlignmentGraph& graph);

/// What a search in whole numbers brought: some labelling, and a cost that no labelling is below.
struct WholeAnswer {
  WholeLabels labels;
  Whole bound = 0;  ///< of all labellings of WholeCosts::graph
};

/// Whether the lower bound shows that no labelling is cheaper by more than 1e-9 of the cost.
[[nodiscard]] bool is_proven(const GraphSolution& solution);

/// The answer in the graph's own costs. It is proven where the bound shows that no labelling is cheaper by more than
/// 1e-9 of the cost.
[[nodiscard]] GraphSolution solution_of(const AlignmentGraph& graph, const WholeCosts& whole,
                                        const WholeAnswer& answer);

}  // namespace apportion

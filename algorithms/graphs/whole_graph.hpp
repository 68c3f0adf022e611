// Graphs with costs in whole numbers, for the exact methods: without rounding a bound is a proof. Also the conversion
// of floating-point costs (capping, scaling), and what a bound in whole numbers proves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/graphs/graph_algorithm.hpp"

namespace apportion {

/// A cost in units of a power of two. All sums of a WholeGraph stay below 2^58 (see whole_costs()).
using Whole = std::int64_t;

/// An edge as seen from one of its ends.
struct WholeLink {
  std::uint32_t to = 0;
  Whole weight = 0;  ///< cost of the edge if its ends differ; positive, the same at both ends
  /// [place] the cost that message passing has moved from the edge to this end's label; empty: nothing. Any numbers
  /// describe the same costs, so that no message can make a bound wrong.
  std::vector<Whole> message = {};
};

/// A node and its remaining candidates.
struct WholeNode {
  std::vector<std::uint32_t> labels = {};  ///< ascending, at least one
  std::vector<Whole> costs = {};           ///< [place in labels], not negative
  std::vector<WholeLink> links = {};       ///< ascending by `to`
};

/// The cost of a labelling is base + the costs of the nodes' labels + the weights of the edges whose ends differ.
struct WholeGraph {
  Whole base = 0;
  std::uint32_t candidates = 0;  ///< every label is below this
  std::vector<WholeNode> nodes = {};

  [[nodiscard]] std::size_t size() const { return nodes.size(); }
};

/// Each node has one of its labels.
[[nodiscard]] Whole cost_of(const WholeGraph& graph, const Labelling& labels);

/// The place of a label in node.labels; their number if it is not among them.
[[nodiscard]] std::size_t place_of(const WholeNode& node, std::size_t label);

/// The place of the label that costs least; in a tie the first.
[[nodiscard]] std::size_t cheapest_place(const WholeNode& node);

/// The cheapest label of every node.
[[nodiscard]] Labelling cheapest_labels(const WholeGraph& graph);

/// Removes the label at `place` from a node that has others.
void drop_label(WholeNode& node, std::size_t place);

/// A graph in whole numbers, equivalent to the given one for finding labellings that are cheaper than a known one. A
/// cost c becomes floor(c 2^exponent). Labels that no cheaper labelling can have are left out: those whose cost exceeds
/// the node's least cost by more than the known labelling exceeds the sum of all nodes' least costs. Weights above that
/// difference are reduced to it.
struct WholeCosts {
  WholeGraph graph;
  int exponent = 0;
  Whole error = 0;       ///< rounding lowered the cost of a labelling by less than this; 0: nothing was rounded
  Whole unit = 1;        ///< costs of labellings differ by multiples of it
  Whole negligible = 0;  ///< a difference that proofs may ignore: 1e-11 of the known labelling's cost
  Labelling known;       ///< a labelling of `graph`
};

/// The costs scaled by a known labelling: at first a simple one; then, if costs that forbid candidates would leave too
/// few digits for the others, the answers of alpha-expansion. The sum of all costs and weights stays below 2^57 units.
/// Costs may be as small and as great as validate() allows.
[[nodiscard]] WholeCosts whole_costs(const AlignmentGraph& graph);

/// The work of a search, and its limits, as counts, so that answers do not depend on the machine.
struct SearchWork {
  std::int64_t nodes = 0;     ///< of the search tree; the first of each connected part is always visited
  std::int64_t messages = 0;  ///< entries computed in message passing, plus five for each table entry
};

/// The result of a search in whole numbers: a labelling, and a lower bound on the cost of all labellings.
struct WholeAnswer {
  Labelling labels;
  Whole bound = 0;  ///< on all labellings of WholeCosts::graph
  SearchWork counts = {};
};

/// Whether the lower bound proves that no labelling is cheaper by more than 1e-9 of the cost.
[[nodiscard]] bool is_proven(const GraphSolution& solution);

/// The answer in the graph's own costs. It is proven if the bound shows that no labelling is cheaper by more than 1e-9
/// of the cost.
[[nodiscard]] GraphSolution solution_of(const AlignmentGraph& graph, const WholeCosts& whole,
                                        const WholeAnswer& answer);

}  // namespace apportion

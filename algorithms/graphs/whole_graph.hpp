// Graphs with costs in whole numbers, as the exact methods work on them: nothing is rounded, so that a bound is a
// proof. How costs in floating point become whole ones (capping, scaling), and what a bound in whole numbers proves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/graphs/graph_algorithm.hpp"

namespace apportion {

/// A cost in units of a power of two. All sums of a WholeGraph stay below 2^58 (see whole_costs()).
using Whole = std::int64_t;

/// An edge from the view of one of its ends.
struct WholeLink {
  std::uint32_t to = 0;
  Whole weight = 0;  ///< what the edge costs if its ends differ; positive, the same at both ends
  /// [place] what message passing has moved from the edge to the cost of this end's label; empty: nothing. Any numbers
  /// describe the same costs, so that no message can make a bound wrong.
  std::vector<Whole> message = {};
};

/// A node with the candidates that it may still have.
struct WholeNode {
  std::vector<std::uint32_t> labels = {};  ///< ascending, at least one
  std::vector<Whole> costs = {};           ///< [place in labels], not negative
  std::vector<WholeLink> links = {};       ///< ascending by `to`
};

/// The cost of a labelling is base + the costs of the nodes' labels + the weights of the edges whose ends differ.
struct WholeGraph {
  Whole base = 0;
  std::uint32_t candidates = 0;  ///< every label is below it
  std::vector<WholeNode> nodes = {};

  [[nodiscard]] std::size_t size() const { return nodes.size(); }
};

/// The label of each node; among those that the node may have.
using WholeLabels = std::vector<std::uint32_t>;

[[nodiscard]] Whole cost_of(const WholeGraph& graph, const WholeLabels& labels);

/// The place of a label in node.labels; their number if it is not among them.
[[nodiscard]] std::size_t place_of(const WholeNode& node, std::uint32_t label);

/// The place of the label that costs least; in a tie the first.
[[nodiscard]] std::size_t cheapest_place(const WholeNode& node);

/// The cheapest label of every node.
[[nodiscard]] WholeLabels cheapest_labels(const WholeGraph& graph);

/// Every node has the candidate that is cheapest for all of them together, or its own cheapest if it may not have that
/// one.
[[nodiscard]] WholeLabels common_labels(const WholeGraph& graph);

/// Takes the label at `place` from a node that has others.
void drop_label(WholeNode& node, std::size_t place);

[[nodiscard]] bool is_connected(const WholeGraph& graph);

/// A connected component, and the positions of its nodes in the whole.
struct WholePart {
  WholeGraph graph;  ///< base 0
  std::vector<std::uint32_t> nodes;
};

/// The connected components, in the order of their first nodes; base belongs to no component.
[[nodiscard]] std::vector<WholePart> components(const WholeGraph& graph);

/// A graph in whole numbers, equivalent to the given one for finding labellings that are cheaper than a known one. A
/// cost c becomes floor(c 2^exponent). Labels that no cheaper labelling can have are left out: those whose cost exceeds
/// the node's least cost by more than the known labelling exceeds the sum of all nodes' least costs. Weights above that
/// difference are reduced to it.
struct WholeCosts {
  WholeGraph graph;
  int exponent = 0;
  Whole error = 0;       ///< rounding down took less than this from any labelling; 0: nothing was rounded
  Whole unit = 1;        ///< costs of labellings differ by multiples of it
  Whole negligible = 0;  ///< a difference that no proof depends on: 1e-11 of the known labelling's cost
};

/// The known labelling: at first one that takes no search; then, if costs that forbid candidates would leave too few
/// digits for the others, the answers of alpha-expansion.
struct KnownCosts {
  WholeCosts whole;
  WholeLabels known;  ///< allowed in whole.graph
};

/// The sum of all costs and weights stays below 2^57 units. Costs may be as small and as great as validate() allows.
[[nodiscard]] KnownCosts whole_costs(const AlignmentGraph& graph);

/// The result of a search in whole numbers: a labelling, and a lower bound on the cost of all labellings.
struct WholeAnswer {
  WholeLabels labels;
  Whole bound = 0;  ///< of all labellings of WholeCosts::graph
};

/// Whether the lower bound shows that no labelling is cheaper by more than 1e-9 of the cost.
[[nodiscard]] bool is_proven(const GraphSolution& solution);

/// The answer in the graph's own costs. It is proven if the bound shows that no labelling is cheaper by more than 1e-9
/// of the cost.
[[nodiscard]] GraphSolution solution_of(const AlignmentGraph& graph, const WholeCosts& whole,
                                        const WholeAnswer& answer);

}  // namespace apportion

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

/// An edge as one of its ends sees it.
struct WholeLink {
  std::uint32_t to = 0;
  Whole weight = 0;  ///< what the edge costs where its ends differ; positive, the same at both ends
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

/// The place of a label in node.labels; their number where it is not among them.
[[nodiscard]] std::size_t place_of(const WholeNode& node, std::uint32_t label);

/// The place of the label that costs least, the first of equals.
[[nodiscard]] std::size_t cheapest_place(const WholeNode& node);

/// The cheapest label of every node.
[[nodiscard]] WholeLabels cheapest_labels(const WholeGraph& graph);

/// Every node has the candidate that is cheapest for all of them together, or its own cheapest where it may not have
/// that.
[[nodiscard]] WholeLabels common_labels(const WholeGraph& graph);

/// Takes the label at `place` from a node that has others.
void drop_label(WholeNode& node, std::size_t place);

[[nodiscard]] bool is_connected(const WholeGraph& graph);

/// A connected component and where its nodes stand in the whole.
struct WholePart {
  WholeGraph graph;  ///< base 0
  std::vector<std::uint32_t> nodes;
};

/// The connected components, in the order of their first nodes; base belongs to no component.
[[nodiscard]] std::vector<WholePart> components(const WholeGraph& graph);

/// A graph in whole numbers that is as good as the given one for finding what is cheaper than a known labelling. A cost
/// c stands there as floor(c 2^exponent). Labels that no cheaper labelling has are left out: those that alone cost more
/// above the node's least cost than the known labelling costs above all nodes' least costs. Weights above that are cut
/// down to it.
struct WholeCosts {
  WholeGraph graph;
  int exponent = 0;
  Whole error = 0;       ///< rounding down took less than this from any labelling; 0: nothing was rounded
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

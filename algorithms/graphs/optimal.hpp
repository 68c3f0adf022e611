// Exact methods on graphs in whole numbers: tables, one minimum cut, and a search with decisions before it, a bound by
// message passing, and branching if it is not tight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "algorithms/graphs/whole_graph.hpp"

namespace apportion {

/// Eliminates nodes in order of least degree, as in dynamic programming over a tree decomposition: each node takes as
/// many table entries as it and its neighbours at that time have labellings. std::nullopt if the tables would have more
/// than `most_entries`. Adds the number of computed entries to `entries`, if given.
[[nodiscard]] std::optional<Labelling> elimination_optimum(const WholeGraph& graph, std::size_t most_entries,
                                                           std::int64_t* entries = nullptr);

/// The optimum of a graph of at most two candidates, by one minimum cut.
[[nodiscard]] Labelling two_candidate_optimum(const WholeGraph& graph);

/// A smaller graph with the same least cost, and the way from its labellings back to labellings of the given graph.
struct Reduction {
  /// A removed node: its label is the cheapest of `node.labels` by `node.costs`, plus `weight` if it differs from the
  /// label of the node `beside`.
  struct Step {
    std::uint32_t gone = 0;
    std::uint32_t beside = 0;
    Whole weight = 0;
    WholeNode node;
  };

  /// The labels of the reduced graph's nodes in a labelling of the given graph.
  [[nodiscard]] Labelling left_of(const Labelling& labels) const;

  /// A labelling of the reduced graph, extended to the given graph without increasing its cost.
  [[nodiscard]] Labelling expanded(const Labelling& labels) const;

  WholeGraph graph;  ///< every node has at least two labels, one edge, and least cost 0; messages are valid
  std::vector<std::uint32_t> nodes = {};  ///< [node of the reduced graph] its number in the given graph
  std::vector<Step> steps = {};           ///< a node of the given graph each, in the order of their removal
};

/// Repeats until nothing changes: drops labels that another label of the node beats for any labels of its neighbours,
/// fixes nodes that have one label left, and folds leaves into their neighbours. Keeps the messages of the edges that
/// stay.
[[nodiscard]] Reduction reduced(WholeGraph graph);

/// The best labelling found, `known` if nothing is cheaper, and a bound on its distance from the optimum: less than the
/// unit of the costs, or than what is negligible, unless a limit was reached.
[[nodiscard]] WholeAnswer searched(const WholeCosts& whole, const Labelling& known, const SearchWork& limits);

}  // namespace apportion

// Alignment-distribution graphs and the costs of labelling their nodes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace apportion {

/// A node of the graph: an operation of the program, and its cost under each candidate distribution.
struct AlignmentNode {
  std::string name;
  std::vector<double> costs;  ///< [candidate]
};

/// Data that flow between two nodes, in either direction; the weights of parallel edges add up.
struct AlignmentEdge {
  std::size_t u = 0;  ///< index of a node
  std::size_t v = 0;
  double weight = 0;  ///< data items carried
};

/// An alignment-distribution graph with its candidate distributions. Chatterjee et al., Section 1.2.
struct AlignmentGraph {
  std::string name = {};
  double rho = 1;  ///< cost of redistributing one data item
  std::vector<std::string> candidates = {};
  std::vector<AlignmentNode> nodes = {};
  std::vector<AlignmentEdge> edges = {};

  [[nodiscard]] std::size_t size() const { return nodes.size(); }
};

/// rho * weight: the cost of an edge whose ends get different distributions.
[[nodiscard]] inline double redistribution_cost(const AlignmentGraph& graph, const AlignmentEdge& edge) {
  return graph.rho * edge.weight;
}

/// The candidate that each node gets, by index.
using Labelling = std::vector<std::size_t>;

/// Throws InputError, which names the place, unless there are candidates and nodes, every node has one finite,
/// nonnegative cost per candidate, every edge joins two different nodes with a finite, nonnegative weight, rho is
/// finite and nonnegative, and no cost of the graph overflows.
void validate(const AlignmentGraph& graph);

/// Sum of the nodes' costs + rho * sum of the weights of edges whose ends differ: equation (1). The labelling has one
/// candidate per node.
[[nodiscard]] double completion_time(const AlignmentGraph& graph, const Labelling& labelling);

/// One distribution for all nodes, and its cost.
struct StaticChoice {
  std::size_t candidate = 0;
  double cost = 0;
};

/// The cheapest of the candidates with these costs of all nodes; the lowest candidate in a tie.
[[nodiscard]] StaticChoice cheapest(const std::vector<double>& costs);

/// The cheapest choice for all nodes. Section 1.2, T_opt(V).
[[nodiscard]] StaticChoice best_static(const AlignmentGraph& graph);

/// Sum of each node's least cost: a lower bound on every labelling.
[[nodiscard]] double local_minima(const AlignmentGraph& graph);

/// Adds up the weights of parallel edges, in order of first appearance; returns the number of edges removed.
std::size_t merge_parallel_edges(AlignmentGraph& graph);

}  // namespace apportion

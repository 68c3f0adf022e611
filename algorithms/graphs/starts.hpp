// Where local searches start, and which of their answers is kept.
#pragma once

#include "algorithms/graphs/graph_algorithm.hpp"
#include "algorithms/graphs/whole_graph.hpp"

namespace apportion {

/// The best static distribution at every node.
[[nodiscard]] WholeLabels static_labels(const AlignmentGraph& graph);

/// The first of the candidates that are cheapest for the node, at every node.
[[nodiscard]] WholeLabels least_cost_labels(const AlignmentGraph& graph);

/// The labelling where the graph allows it, each other node's cheapest label.
[[nodiscard]] WholeLabels restricted(const WholeGraph& graph, const WholeLabels& labels);

/// Keeps the cheapest of the labellings that it is offered, in the graph's own costs; the first of equals.
class CheapestLabelling {
 public:
  explicit CheapestLabelling(const AlignmentGraph& graph) : graph_(graph) {}

  /// A label for every node of the graph.
  void offer(const WholeLabels& labels);

  /// Of what was offered, at least one labelling. Proven where it costs no more than the nodes' least costs.
  [[nodiscard]] GraphSolution solution() &&;

 private:
  const AlignmentGraph& graph_;
  Labelling labels_;
  double cost_ = 0;
};

}  // namespace apportion

// A lower bound by message passing: TRW-S on the Potts model, in whole numbers.
#pragma once

#include <span>

#include "algorithms/graphs/whole_graph.hpp"

namespace apportion {

/// Moves costs between nodes and edges so that the sum of all nodes' and edges' least costs grows. That sum is a lower
/// bound for any messages, and exact, since nothing is rounded: the proof depends neither on convergence nor on a
/// tolerance. Kolmogorov, Convergent tree-reweighted message passing for energy minimization, 2006.
class MessagePassing {
 public:
  /// Starts from the graph's messages. Nodes need labels.
  explicit MessagePassing(const WholeGraph& graph);

  /// One pass over the nodes in ascending order and back. O(labels) for each edge.
  void pass();

  /// The work of pass(), in messages times labels, as search limits count it.
  [[nodiscard]] std::int64_t work() const { return static_cast<std::int64_t>(2 * messages_.size()); }

  /// The bound of the current messages, including base.
  [[nodiscard]] Whole bound();

  /// For the label at each place of a node: a lower bound on how much the bound grows if the node gets it, as of the
  /// last bound(). Whereas bound() considers a node and its edges, this also lets the neighbours choose again.
  [[nodiscard]] std::vector<Whole> excess(std::uint32_t node) const;

  /// A labelling by the messages: node by node, the label that is cheapest given the earlier nodes.
  [[nodiscard]] Labelling decoded() const;

  /// Stores the messages in the graph that they came from.
  void store(WholeGraph& graph) const;

 private:
  struct Link {
    std::uint32_t to = 0;
    Whole weight = 0;
    std::size_t message = 0;  // of this end: an entry per label, then one lower than all others
    std::size_t reverse = 0;  // message of the other end
    std::size_t reverse_link = 0;
    std::size_t labels_there = 0;
    std::size_t match = 0;  // in match_: for each label of this end, its place at the other
    Whole least = 0;        // cost of the edge, as of the last bound()
  };

  void update(std::uint32_t node, bool forward);
  void receive(const Link& link, std::size_t labels);
  [[nodiscard]] std::size_t labels(std::uint32_t node) const { return first_[node + 1] - first_[node]; }
  [[nodiscard]] std::span<const Link> links(std::uint32_t node) const {
    return std::span(links_).subspan(first_link_[node], first_link_[node + 1] - first_link_[node]);
  }

  const WholeGraph& graph_;
  std::vector<std::size_t> first_;       // [node] its first label in excess_
  std::vector<std::size_t> first_link_;  // [node] its first link
  std::vector<Link> links_;
  std::vector<Whole> messages_;
  std::vector<std::uint32_t> match_;
  std::vector<Whole> excess_;  // cost of a label above the node's cheapest, as of the last bound()
  std::vector<Whole> scratch_;
};

}  // namespace apportion

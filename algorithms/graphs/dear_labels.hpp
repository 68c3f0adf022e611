// What the bound of the messages says of single labels: which of them no better labelling has, and where to branch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/graphs/message_passing.hpp"
#include "algorithms/graphs/whole_graph.hpp"

namespace apportion {

struct DearLabels {
  std::vector<std::pair<std::uint32_t, std::size_t>> labels = {};  ///< node and place, of a node last places first
  bool impossible = false;                                         ///< some node has no other label
  bool decide = false;                                             ///< one node in 200 has one label left
  bool many = false;                                               ///< a tenth of all labels
};

/// The labels that raise the bound by more than `gap`. As of the last messages.bound().
[[nodiscard]] DearLabels dear_labels(const WholeGraph& graph, const MessagePassing& messages, Whole gap);

/// The node whose labels raise the bound most on average, and above all by the one that raises it least; what is more
/// than `gap` counts as that. As of the last messages.bound().
[[nodiscard]] std::uint32_t branching_node(const WholeGraph& graph, const MessagePassing& messages, Whole gap);

}  // namespace apportion

// Which of several nodes to use: sets of them, timed by the caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace apportion {

/// Numbers of nodes, ascending and not empty.
using NodeSet = std::vector<std::size_t>;

/// The nodes below `count` that are not among these.
[[nodiscard]] NodeSet nodes_beside(const NodeSet& nodes, std::size_t count);

struct TimedNodes {
  NodeSet nodes;
  double seconds = 0;
};

/// What is asked of nodes.
struct NodeJob {
  std::vector<double> speeds;                           ///< one per node
  std::function<double(const NodeSet& nodes)> time_of;  ///< infinity for a set that cannot be used
  double work = 0;    ///< no set is done sooner than in this over the sum of its speeds; 0 where nothing is known
  NodeSet kept = {};  ///< every set has these
  /// Where the search ends: a set that is timed counts as many as it has nodes, one that is passed over counts 1.
  std::int64_t most_work = 100'000;
};

struct NodeSelection {
  std::vector<TimedNodes> fastest;  ///< of each number of nodes that was looked at, the fastest first
  bool is_complete = true;          ///< false where most_work ended the search or left numbers of nodes out
};

/// All sets are looked at where there are at most so many nodes besides those that are kept.
constexpr std::size_t most_nodes_for_all_sets = 12;

/// For each number of nodes the fastest set: of all sets up to most_nodes_for_all_sets, otherwise of those that
/// exchanged_nodes() times. The fastest first, of equally fast ones the smaller; empty where no set can be used.
[[nodiscard]] NodeSelection fastest_nodes(const NodeJob& job);

/// The same of the first k nodes by speed, for each k; then, from the fastest of these on, of the sets that differ by a
/// node added, removed or exchanged for another, until no such set is faster. Where all k would take more than half of
/// most_work, they are all nodes and numbers below that, equally far apart as close as that half allows.
[[nodiscard]] NodeSelection exchanged_nodes(const NodeJob& job);

}  // namespace apportion

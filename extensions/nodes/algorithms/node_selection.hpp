// Selection of nodes: tries sets of them, timed by the caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace apportion {

/// Numbers of nodes, ascending and not empty.
using NodeSet = std::vector<std::size_t>;

/// The nodes below `count` outside the set.
[[nodiscard]] NodeSet nodes_beside(const NodeSet& nodes, std::size_t count);

struct TimedNodes {
  NodeSet nodes;
  double seconds = 0;
};

/// The nodes to choose from, the time of a set of them, and the limits of the search.
struct NodeJob {
  std::vector<double> speeds;                           ///< one per node
  std::function<double(const NodeSet& nodes)> time_of;  ///< infinity for a set that cannot be used
  double work = 0;    ///< a set takes at least this over the sum of its speeds; 0 if unknown
  NodeSet kept = {};  ///< every set contains these
  /// The search ends at this total: a timed set counts as many as it has nodes, a skipped set counts 1.
  std::int64_t most_work = 100'000;
};

struct NodeSelection {
  std::vector<TimedNodes> fastest;  ///< of each number of nodes tried, the fastest first
  bool is_complete = true;          ///< false if most_work ended the search or caused numbers of nodes to be skipped
};

/// All sets are examined if at most this many nodes remain besides those that are kept.
constexpr std::size_t most_nodes_for_all_sets = 12;

/// For each number of nodes the fastest set: of all sets up to most_nodes_for_all_sets, otherwise of those that
/// exchanged_nodes() tries. Sorted by time, and equally fast sets by size; empty if no set can be used.
[[nodiscard]] NodeSelection fastest_nodes(const NodeJob& job);

/// Times the k fastest nodes for each k; then, beginning with the best of these sets, the sets that differ by a node
/// added, removed or exchanged for another, until no such set is faster. If all k would take more than half of
/// most_work, only equally spaced k are timed, as close as that half allows, the number of all nodes among them.
[[nodiscard]] NodeSelection exchanged_nodes(const NodeJob& job);

}  // namespace apportion

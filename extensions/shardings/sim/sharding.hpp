// Sharding graphs: a strategy for every node, a matrix of costs per edge, and memory over time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace apportion {

/// Sums of costs and of memory: a graph of 64-bit numbers does not overflow them.
__extension__ using WideWhole = __int128;

/// A strategy, or a pair of strategies, with this cost or more is forbidden.
inline constexpr std::int64_t forbidden_cost = 1'000'000'000'000'000'000;

/// An operation of the program. Its strategies are in ShardingGraph::costs and usages from `first` on.
struct ShardingNode {
  std::size_t first = 0;
  std::uint32_t strategies = 0;  ///< at least one
  std::int64_t from = 0;         ///< it occupies memory at the times [from, to); no time if they are equal
  std::int64_t to = 0;
};

/// Two nodes, and the matrix of costs of their pairs of strategies. Parallel edges add up; a loop costs its diagonal.
struct ShardingEdge {
  std::uint32_t u = 0;
  std::uint32_t v = 0;
  std::uint32_t matrix = 0;  ///< index; rows are strategies of u, columns strategies of v
};

/// A matrix of costs, row by row. Equal matrices are stored once.
struct ShardingMatrix {
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  std::vector<std::int64_t> costs = {};
};

/// The problem of the ASPLOS 2025 contest on intra-operator parallelism for distributed deep learning (Moffitt and
/// Fegade, doi 10.1145/3676642.3736399). Costs and usages are whole and not negative.
struct ShardingGraph {
  std::string name = {};
  std::vector<ShardingNode> nodes = {};
  std::vector<std::int64_t> costs = {};   ///< [node.first + strategy]
  std::vector<std::int64_t> usages = {};  ///< [node.first + strategy] memory while the node is alive
  std::vector<ShardingEdge> edges = {};
  std::vector<ShardingMatrix> matrices = {};
  std::optional<std::int64_t> usage_limit = std::nullopt;  ///< the most memory in use at any time

  [[nodiscard]] std::size_t size() const { return nodes.size(); }
};

/// The strategy that each node gets, by index.
using Sharding = std::vector<std::uint32_t>;

/// The cost of a sharding and its greatest memory; both are exact.
struct ShardingTotals {
  WideWhole cost = 0;
  WideWhole peak = 0;
  std::int64_t forbidden = 0;  ///< forbidden strategies and pairs
  bool allowed = true;         ///< none is forbidden, and the peak is within the limit
};

/// The memory in use from this time until that of the next step; before the first step no memory is in use.
struct MemoryStep {
  std::int64_t from = 0;
  WideWhole usage = 0;
};

/// Ascending by time; the last step returns to 0.
[[nodiscard]] std::vector<MemoryStep> memory_over_time(const ShardingGraph& graph, const Sharding& sharding);

/// For each node the first strategy of the least value; `values` are the costs or the usages.
[[nodiscard]] Sharding least_strategies(const ShardingGraph& graph, const std::vector<std::int64_t>& values);

[[nodiscard]] ShardingTotals totals(const ShardingGraph& graph, const Sharding& sharding);

}  // namespace apportion

// The cost of a sharding, and its memory over time.
#include "extensions/shardings/sim/sharding.hpp"

#include <algorithm>
#include <map>

namespace apportion {

std::vector<MemoryStep> memory_over_time(const ShardingGraph& graph, const Sharding& sharding) {
  std::map<std::int64_t, WideWhole> changes;
  for (std::size_t v = 0; v < graph.size(); ++v) {
    const ShardingNode& node = graph.nodes[v];
    const std::int64_t usage = graph.usages[node.first + sharding[v]];
    if (node.from >= node.to || usage == 0) continue;
    changes[node.from] += usage;
    changes[node.to] -= usage;
  }
  std::vector<MemoryStep> steps;
  WideWhole usage = 0;
  for (const auto& [time, change] : changes) steps.push_back({time, usage += change});
  return steps;
}

Sharding least_strategies(const ShardingGraph& graph, const std::vector<std::int64_t>& values) {
  Sharding least;
  for (const ShardingNode& node : graph.nodes) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(node.first);
    least.push_back(static_cast<std::uint32_t>(std::min_element(first, first + node.strategies) - first));
  }
  return least;
}

ShardingTotals totals(const ShardingGraph& graph, const Sharding& sharding) {
  ShardingTotals sum;
  const auto add = [&](std::int64_t cost) {
    sum.cost += cost;
    if (cost >= forbidden_cost) ++sum.forbidden;
  };
  for (std::size_t v = 0; v < graph.size(); ++v) add(graph.costs[graph.nodes[v].first + sharding[v]]);
  for (const ShardingEdge& edge : graph.edges) {
    const ShardingMatrix& matrix = graph.matrices[edge.matrix];
    add(matrix.costs[std::size_t{sharding[edge.u]} * matrix.columns + sharding[edge.v]]);
  }
  for (const MemoryStep& step : memory_over_time(graph, sharding)) sum.peak = std::max(sum.peak, step.usage);
  sum.allowed = sum.forbidden == 0 && (!graph.usage_limit || sum.peak <= *graph.usage_limit);
  return sum;
}

}  // namespace apportion

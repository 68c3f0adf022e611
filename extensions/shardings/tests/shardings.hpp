// Small sharding graphs, one fixed and others random, and their optima by enumeration.
#pragma once

#include <optional>
#include <string>

#include "extensions/shardings/algorithms/sharding_algorithm.hpp"

namespace apportion::testing_support {

/// Five nodes; [0,0,2,1,0] has the least cost, 445, and uses 50 of 50.
[[nodiscard]] inline std::string five_operations() {
  return R"({"name":"five","nodes":{"intervals":[[30,70],[40,70],[50,120],[110,140],[110,150]],)"
         R"("costs":[[15],[55,65],[25,45,35],[85,75],[95]],"usages":[[10],[25,25],[15,20,15],[10,10],[15]]},)"
         R"("edges":{"nodes":[[0,1],[0,2],[1,3],[2,4],[3,4]],)"
         R"("costs":[[30,40],[50,10,40],[90,10,20,80],[60,20,30],[70,60]]},"usage_limit":50})";
}

/// A graph of at most eight nodes with all hard features: forbidden labels and pairs, permutations, parallel edges,
/// loops, memory that binds or is too small, large costs.
[[nodiscard]] ShardingGraph tiny_sharding_graph(int number);

/// A square grid without memory; each pair of strategies of two neighbours has a random cost.
[[nodiscard]] ShardingGraph hard_sharding_graph(std::uint32_t side);

/// A labelling of least cost, by enumeration; nothing if infeasible.
[[nodiscard]] std::optional<Sharding> best_sharding(const ShardingGraph& graph);

[[nodiscard]] ShardingSolution solve_sharding_by(const std::string& algorithm, const ShardingGraph& graph,
                                                 const ShardingWatch& watch = {});

}  // namespace apportion::testing_support

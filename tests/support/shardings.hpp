// Small random sharding graphs and their optima by trying all.
#pragma once

#include <optional>
#include <string>

#include "algorithms/shardings/sharding_algorithm.hpp"

namespace apportion::testing_support {

/// A graph of at most eight nodes of everything that is hard: forbidden labels and pairs, permutations, parallel edges,
/// loops, memory that binds or cannot be met, large costs.
[[nodiscard]] ShardingGraph tiny_sharding_graph(int number);

/// A square grid without memory; each pair of strategies of two neighbours costs anything.
[[nodiscard]] ShardingGraph hard_sharding_graph(std::uint32_t side);

/// A labelling of least cost, by trying all; none: infeasible.
[[nodiscard]] std::optional<Sharding> best_sharding(const ShardingGraph& graph);

[[nodiscard]] ShardingSolution solve_sharding_by(const std::string& algorithm, const ShardingGraph& graph,
                                                 const ShardingWatch& watch = {});

}  // namespace apportion::testing_support

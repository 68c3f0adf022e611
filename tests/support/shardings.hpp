// Sharding graphs for tests: a small one whose optimum is known, and the best of all shardings of tiny ones.
#pragma once

#include <optional>
#include <string>

#include "sim/graphs/sharding.hpp"

namespace apportion::testing_support {

/// Five nodes; [0,0,2,1,0] costs 445, which is the least, and takes 50 of 50.
[[nodiscard]] std::string five_operations();

/// The least cost of all shardings that are allowed, tried one by one; none where none is allowed.
[[nodiscard]] std::optional<WideWhole> least_cost(const ShardingGraph& graph);

}  // namespace apportion::testing_support

// Random sharding graphs that resemble those of compilers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/graphs/sharding.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

struct ShardingShape {
  std::size_t nodes = 500;          ///< at least one
  std::uint32_t strategies = 12;    ///< the most that a node has; at least two
  std::int64_t slack_percent = 10;  ///< by which the limit is above the peak of least usages
};

/// The training of a network of equal layers: each has a few operations, of which some are aliases of the one before
/// (strategies permuted, all other pairs forbidden, no memory), and parameters, which stay in memory all the time. The
/// same operations follow in reverse for the backward pass; most of them, and most parameters, are bound to the
/// strategy of the forward operation, and some results of the forward pass are kept for them. A strategy divides an
/// operation in one of four dimensions in up to eight parts; an edge whose ends are divided in the same way costs
/// nothing. Layers share costs, usages and matrices. The remaining nodes form a chain of operations at the end of the
/// forward pass. The least usages of all nodes together are within the limit. Exact on every machine.
[[nodiscard]] ShardingGraph draw_sharding_graph(const ShardingShape& shape, RandomStream& stream);

}  // namespace apportion

// Random sharding graphs that resemble those of compilers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/words.hpp"
#include "extensions/shardings/sim/sharding.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// The kinds of random graphs.
enum class ShardingKind : std::uint8_t {
  layers,   ///< many decisions: every layer has its own
  tied,     ///< few decisions and many times: all layers have the strategies of the first
  clusters  ///< soft clusters, which change as a whole
};

inline constexpr std::array sharding_kind_words = {
    Word{ShardingKind::layers, "layers"}, Word{ShardingKind::tied, "tied"}, Word{ShardingKind::clusters, "clusters"}};

struct ShardingShape {
  ShardingKind kind = ShardingKind::layers;
  std::size_t nodes = 500;          ///< at least one
  std::uint32_t strategies = 12;    ///< the most that a node has; at least two
  std::int64_t slack_percent = 10;  ///< by which the limit is above the peak of least usages
};

/// `layers`: the training of a network of equal layers: each has a few operations, of which some are aliases of the one
/// before (strategies permuted, all other pairs forbidden, no memory), and parameters, which stay in memory all the
/// time. The same operations follow in reverse for the backward pass; most of them, and most parameters, are bound to
/// the strategy of the forward operation, and some results of the forward pass are kept for them. A strategy divides an
/// operation in one of four dimensions in up to eight parts; an edge whose ends are divided in the same way costs
/// nothing. Layers share costs, usages and matrices. The remaining nodes form a chain of operations at the end of the
/// forward pass.
/// `tied`: such layers with up to 200 operations each, of which each is an alias of the same one in the layer before;
/// dividing an operation takes less memory, and costs communication.
/// `clusters`: clusters of twelve operations that all have the same layouts; to differ within a cluster costs about
/// what an operation gains by its own layout, so that many answers are nearly tied. Edges between clusters cost an
/// eighth of that. A third of the results stays in memory until a time that mirrors its own.
///
/// The least usages of all nodes together are within the limit. Exact on every machine.
[[nodiscard]] ShardingGraph draw_sharding_graph(const ShardingShape& shape, RandomStream& stream);

}  // namespace apportion

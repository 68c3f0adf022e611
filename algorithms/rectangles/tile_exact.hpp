// TILE with corners counted exactly: the search, and the rectangles of what it finds.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/rectangles/tile_search.hpp"

namespace apportion {

/// The best decomposition of TILE (Kaddoura et al., Section 6.2 and Figure 14) by Acost + latency * internal edges,
/// ties to fewer edges. Throws TileSearchTooLarge beyond node_limit.
[[nodiscard]] TileAnswer search_tile(const Frame& frame, Pruning pruning, std::uint64_t node_limit);

/// The exact rectangles of strips that together hold all items of the frame, in the frame's order of items.
[[nodiscard]] std::vector<Box> tile_boxes(const Frame& frame, const std::vector<TileStrip>& strips);

}  // namespace apportion

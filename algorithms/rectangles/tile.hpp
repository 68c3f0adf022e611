// TILE's search for its best decomposition, with corners counted exactly, or as the published tables appear to count
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/rectangles/frame.hpp"

namespace apportion {

/// A strip of a TILE decomposition: `count` items across its frame. The first strip, and every one that begins a frame,
/// follows a change of direction.
struct TileStrip {
  std::size_t count = 0;
  bool opens_frame = false;
};

/// The best decomposition that TILE finds, and the effort of the search.
struct TileAnswer {
  std::vector<TileStrip> strips;
  double acost = 0;
  std::int64_t corners = 0;      ///< V_i: distinct corners not on the array's boundary, as counted
  std::uint64_t nodes = 0;       ///< strips placed
  std::uint64_t candidates = 0;  ///< complete decompositions compared
};

enum class Pruning { none, bounds };

/// The search stopped at its limit of nodes.
struct TileSearchTooLarge {};

/// The exact rectangles of strips that together contain all items, in the frame's order of items.
[[nodiscard]] std::vector<Box> tile_boxes(const Frame& frame, const std::vector<TileStrip>& strips);

/// The best decomposition of TILE (Kaddoura et al., Section 6.2 and Figure 14) by Acost + latency * internal edges,
/// ties to fewer edges. Throws TileSearchTooLarge beyond node_limit.
///
/// `legacy` is A HYPOTHESIS, neither proved nor the only one possible, about the program behind the published Tables 3
/// and 4, which exact arithmetic cannot reproduce: TILE's corners appear to have been counted on inexact coordinates.
/// Here weights and the sums of a strip are in single precision, everything else in double. A strip along n is trunc(n
/// * sum) long, one along m trunc(sum * m * n / width); items of a strip are trunc(width * weight / sum) wide, the last
/// one up to the frame's border; the last strip keeps its truncated length, but a single remaining item takes the whole
/// rest; the test for a change of direction uses these whole sides. Corners are compared exactly, and one is internal
/// if 0 < x < n and 0 < y < m. Acost is exact for the structure found; only corners, and through them the choice, are
/// affected.
///
/// The details were chosen by the number of published equal-speed percentages that they reproduce (32 of 36 in each of
/// Tables 3 and 4; exact counting gives 26 and 27). In particular n * sum is wrong in a frame that turned twice, which
/// is narrower than m; the correct length reproduces as many percentages, but different ones.
[[nodiscard]] TileAnswer search_tile(const Frame& frame, Pruning pruning, std::uint64_t node_limit,
                                     bool legacy = false);

}  // namespace apportion

// TILE with corners counted on whole coordinates and in single precision: a hypothesis about the published tables.
#pragma once

#include <cstdint>

#include "algorithms/rectangles/tile_search.hpp"

namespace apportion {

/// A HYPOTHESIS, neither proved nor the only one possible, about the program behind the published Tables 3 and 4, which
/// exact arithmetic cannot give: TILE's corners appear to have been counted on inexact coordinates. Here weights and
/// the sums of a strip are single precision, all else is double. A strip is trunc(n * sum) long where strips lie along
/// n, trunc(sum * m * n / width) where they lie along m; items of a strip are trunc(width * weight / sum) wide, the
/// last one up to the frame's border; the last strip keeps its truncated length while a single remaining item takes all
/// that remains; whether the direction turns is decided on these whole sides. Corners are compared exactly, and one is
/// internal where 0 < x < n and 0 < y < m. Acost is exact for the structure found; only corners, and through them the
/// choice, are affected.
///
/// The details were chosen by how many of the published equal-speed percentages they give (32 of 36 in each of Tables 3
/// and 4, where exact counting gives 26 and 27). In particular n * sum is wrong in a frame that turned twice, which is
/// narrower than m; the length that would be right there gives as many percentages, but other ones.
/// Throws TileSearchTooLarge beyond node_limit.
[[nodiscard]] TileAnswer search_tile_legacy(const Frame& frame, Pruning pruning, std::uint64_t node_limit);

}  // namespace apportion

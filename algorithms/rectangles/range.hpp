// The best slicing tree whose every box holds a contiguous range of the sorted weights.
#pragma once

#include <cstddef>

#include "algorithms/rectangles/slicing_tree.hpp"

namespace apportion {

/// The largest p that range_tree() takes: half a second and 100 MB.
inline constexpr std::size_t largest_p_of_range = 250;

/// By aspect tables over all ranges, O(p^3). p from 1 to largest_p_of_range.
[[nodiscard]] SlicingTree range_tree(const Frame& frame);

}  // namespace apportion

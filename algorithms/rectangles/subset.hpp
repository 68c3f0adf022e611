// The best slicing tree of all, but for the resolution of the aspect tables.
#pragma once

#include <cstddef>

#include "algorithms/rectangles/slicing_tree.hpp"

namespace apportion {

/// The largest p that subset_tree() takes: half a second.
inline constexpr std::size_t largest_p_of_subset = 13;

/// By aspect tables over all subsets, O(3^p). p from 1 to largest_p_of_subset.
[[nodiscard]] SlicingTree subset_tree(const Frame& frame);

}  // namespace apportion

// Slicing trees over a few clusters of small parts.
#pragma once

#include <cstddef>

#include "algorithms/rectangles/slicing_tree.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// The largest p that cluster_trees() takes, and the most clusters.
inline constexpr std::size_t largest_p_of_cluster = 20'000;
inline constexpr std::size_t most_clusters = 12;

/// The best of `runs` trees: Huffman merging of the areas until `size` clusters are left, then all slicing trees over
/// these, the cuts inside them the best of their merging tree; by aspect tables. In all runs but the first, what the
/// merging takes for the areas is disturbed by random factors. Each run takes O(p log p + 3^size) steps.
/// size from 1 to most_clusters, runs at least 1.
[[nodiscard]] BestTree cluster_trees(const Frame& frame, std::size_t size, std::size_t runs, RandomStream& stream);

}  // namespace apportion

// pt(p): the number of ways to write p as a sum of positive whole numbers, regardless of their order.
#pragma once

#include <cstddef>
#include <cstdint>

namespace apportion {

/// The largest p whose pt(p) fits 64 bits.
inline constexpr std::size_t largest_exact_partition_number = 416;

/// pt(p), the number of XY decompositions that need to be examined (Kaddoura et al., Section 4 and Table 1), exactly,
/// by Euler's recurrence over the pentagonal numbers. pt(0) = 1. Throws InputError for p > 416. O(p^1.5).
[[nodiscard]] std::uint64_t partition_number(std::size_t p);

/// log10 of Hardy and Ramanujan's estimate exp(pi sqrt(2p/3)) / (4 p sqrt 3), for p >= 1 of any size: within 2 % of
/// pt(p) from p = 600, and always above it.
[[nodiscard]] double log10_partition_number_estimate(std::size_t p);

}  // namespace apportion

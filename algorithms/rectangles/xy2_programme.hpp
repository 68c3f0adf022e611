// XY2 without enumeration: dynamic programmes over the prefixes of the sorted weights.
#pragma once

#include <cstddef>
#include <string_view>

#include "algorithms/rectangles/columns.hpp"

namespace apportion {

/// Up to this p, ties in Acost without latency go to fewer internal edges.
inline constexpr std::size_t largest_p_with_fewest_edges = 200;

/// The largest p that is solved with latency, where the programme is at least cubic: half a second at worst.
inline constexpr std::size_t largest_p_with_latency = 400;

/// The cheapest XY decomposition or transposed XY decomposition: the same cost as enumerate_columns() finds, by
/// dynamic programmes instead of enumeration.
/// Latency 0: least Acost in O(p log p), any p; ties (frame.tolerance()) to fewer edges up to
/// largest_p_with_fewest_edges processors, which takes O(p^2).
/// Latency > 0: least Acost + latency x edges, ties to fewer edges, over O(p^3) pairs of neighbouring columns that
/// bounds thin out; throws InputError for more than largest_p_with_latency processors. Last ties go to the untransposed
/// decomposition.
[[nodiscard]] Columns cheapest_columns(const Frame& frame);

/// The name of an algorithm that takes any such problem in polynomial time: XY2, or RecursiveBisection2 where there is
/// latency and p is greater than largest_p_with_latency. For messages of those that do not.
[[nodiscard]] std::string_view polynomial_algorithm(const Frame& frame);

}  // namespace apportion

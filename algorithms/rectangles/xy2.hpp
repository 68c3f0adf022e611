// The cheapest column decompositions: by dynamic programming, and by the enumeration of the paper.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "algorithms/rectangles/columns.hpp"
#include "algorithms/rectangles/frame.hpp"

namespace apportion {

/// Up to this p, ties in Acost without latency go to fewer internal edges.
inline constexpr std::size_t largest_p_with_fewest_edges = 200;

/// The largest p solved with latency, where the program is at least cubic: half a second at worst.
inline constexpr std::size_t largest_p_with_latency = 400;

/// The cheapest XY decomposition or transposed XY decomposition: the same cost as from enumerate_columns(), by dynamic
/// programming instead of enumeration. Latency 0: least Acost in O(p log p), any p; ties (frame.tolerance()) to fewer
/// edges up to largest_p_with_fewest_edges processors, which takes O(p^2). Latency > 0: least Acost + latency x edges,
/// ties to fewer edges, over O(p^3) pairs of neighbouring columns that bounds thin out; throws InputError for more than
/// largest_p_with_latency processors. Last ties go to the untransposed decomposition.
[[nodiscard]] Columns cheapest_columns(const Frame& frame);

/// The name of an algorithm that solves any such problem in polynomial time, for messages of algorithms that cannot:
/// XY2, or RecursiveBisection2 if there is latency and p is greater than largest_p_with_latency.
[[nodiscard]] std::string_view polynomial_algorithm(const Frame& frame);

/// cheapest_columns() of a frame with latency > 0; empty unless its cost (Acost + latency x edges) is below `total` by
/// more than frame.tolerance(). Fast if `total` is low. At most largest_p_with_latency processors.
[[nodiscard]] std::optional<Columns> columns_below(const Frame& frame, double total);

enum class Orientations {
  columns,         ///< the candidates unchanged (XY)
  with_transposed  ///< each candidate and its transpose (XY2; Kaddoura et al., Section 4, Lemma 3)
};

/// The cheapest candidate, and the number of lists of counts visited: exactly pt(p).
struct EnumeratedColumns {
  Columns best;
  std::uint64_t candidates = 0;
};

/// The largest p that is enumerated: pt(100) = 190 569 292 candidates, a second or two.
inline constexpr std::size_t largest_enumerated_p = 100;

/// Visits the nondecreasing column counts as Figure 13 does and keeps the least Acost + latency x edges, ties to fewer
/// edges, then to the untransposed decomposition, then to the first visited. Throws InputError for more than
/// largest_enumerated_p processors, with the number of candidates and a pointer to XY2, which gives the same cost.
[[nodiscard]] EnumeratedColumns enumerate_columns(const Frame& frame, Orientations orientations);

}  // namespace apportion

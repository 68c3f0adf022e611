// The cheapest column decompositions: by dynamic programmes, and by the enumeration of the paper.
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

/// cheapest_columns() of a frame with latency > 0, but nothing unless it costs less than `total` (Acost + latency x
/// edges) by more than frame.tolerance(), which is quickly seen where `total` is low. At most largest_p_with_latency
/// processors.
[[nodiscard]] std::optional<Columns> columns_below(const Frame& frame, double total);

enum class Orientations {
  columns,         ///< the candidates as they are (XY)
  with_transposed  ///< each candidate and its transpose (XY2; Kaddoura et al., Section 4, Lemma 3)
};

/// The cheapest candidate, and how many lists of counts were visited: exactly pt(p).
struct EnumeratedColumns {
  Columns best;
  std::uint64_t candidates = 0;
};

/// The largest p that is enumerated: pt(100) = 190 569 292 candidates, a second or two.
inline constexpr std::size_t largest_enumerated_p = 100;

/// Visits the nondecreasing column counts as Figure 13 does and keeps the least Acost + latency x edges, ties to fewer
/// edges, then to the untransposed decomposition, then to the first visited. Throws InputError for more than
/// largest_enumerated_p processors, saying what it would cost and that XY2 would do.
[[nodiscard]] EnumeratedColumns enumerate_columns(const Frame& frame, Orientations orientations);

}  // namespace apportion

// The paper's enumeration of XY decompositions: every list of nondecreasing column counts.
#pragma once

#include <cstddef>
#include <cstdint>

#include "algorithms/rectangles/columns.hpp"

namespace apportion {

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

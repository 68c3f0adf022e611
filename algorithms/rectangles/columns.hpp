// Column decompositions (the paper's XY decompositions): an array cut into columns, each column into items one above
// the other, described by nothing but the number of items in each column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/rectangles/frame.hpp"

namespace apportion {

/// An XY decomposition of a frame: the first counts[0] items form the first column, the next counts[1] the second, and
/// so on (Kaddoura et al., Section 4). `transposed`: the same counts with m and n exchanged, so that the "columns" are
/// strips along x which lie one above the other (Section 4, Lemma 3).
struct Columns {
  std::vector<std::size_t> counts;
  bool transposed = false;
};

/// Acost = along * m + across * n for a decomposition, along * n + across * m for its transpose (Section 4, Theorem 1
/// and Lemma 3): along = columns - 1, across = sum over columns of (count - 1) x the column's share of the weight.
struct AcostCoefficients {
  double along = 0;
  double across = 0;

  [[nodiscard]] double acost(double column_length, double other_side) const {
    return along * column_length + across * other_side;
  }
};
[[nodiscard]] AcostCoefficients acost_coefficients(const Frame& frame, const std::vector<std::size_t>& counts);

/// Dividers of two adjacent columns that meet in one point: the left column has items [boundary - left, boundary), the
/// right one [boundary, boundary + right). Divider positions are fractions of the columns' common length; they meet
/// when they differ by at most `tolerance`. O(left + right).
[[nodiscard]] std::int64_t shared_dividers(const Frame& frame, std::size_t boundary, std::size_t left,
                                           std::size_t right, double tolerance);

/// The same for any two columns beside each other, with the items [left_first, left_first + left) and [right_first,
/// right_first + right).
[[nodiscard]] std::int64_t shared_dividers(const Frame& frame, std::size_t left_first, std::size_t left,
                                           std::size_t right_first, std::size_t right, double tolerance);

/// The tolerance of shared_dividers(): frame.tolerance() as a fraction of the columns' length.
[[nodiscard]] double divider_tolerance(const Frame& frame, bool transposed);

/// Acost by the formula, O(columns).
[[nodiscard]] double columns_acost(const Frame& frame, const Columns& columns);

/// Internal edges by the formula: p - 1 + sum over adjacent columns of the dividers of both, those that meet counted
/// once (Section 5). O(p).
[[nodiscard]] std::int64_t columns_edges(const Frame& frame, const Columns& columns);

/// The boxes, one an item.
[[nodiscard]] std::vector<Box> columns_boxes(const Frame& frame, const Columns& columns);

/// The answer of an algorithm that chose these columns; costs by the formulas.
[[nodiscard]] RectangleSolution columns_solution(const Frame& frame, const Columns& columns);

/// What a candidate costs when it is compared with others.
struct CandidateCost {
  double total = 0;
  std::int64_t edges = 0;
};

/// The papers' choice: least Acost + latency x edges, ties (within `tolerance`) to fewer edges.
[[nodiscard]] inline bool is_cheaper(const CandidateCost& candidate, const CandidateCost& best, double tolerance) {
  if (candidate.total < best.total - tolerance) return true;
  return candidate.total <= best.total + tolerance && candidate.edges < best.edges;
}

}  // namespace apportion

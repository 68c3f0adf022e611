// All decompositions of small problems: of XY kind, by slicing, and all divisions of a few cells into rectangles.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "sim/rectangles/decomposition.hpp"

namespace apportion::kaddoura {

using Counts = std::vector<std::size_t>;
using Weights = std::vector<double>;

/// Parts in proportion to the weights in columns, from left to right, in each from top to bottom; part i has
/// weights[i]. The counts sum to the number of weights.
[[nodiscard]] Decomposition in_columns(const Extent& extent, const Weights& weights, const Counts& counts);

/// The same decomposition rotated: in rows, of an array with the same sides (Section 4, Lemma 3).
[[nodiscard]] Decomposition in_rows(const Extent& extent, const Weights& weights, const Counts& counts);

/// Figure 8: the heaviest part on the left, the next above the other two, which stand side by side; four weights.
[[nodiscard]] Decomposition figure8(const Extent& extent, const Weights& weights);

/// Every list of positive counts with sum p: 2^(p-1) of them.
void for_each_composition(std::size_t p, const std::function<void(const Counts&)>& visit);

/// Every nondecreasing list of positive counts with sum p: pt(p) of them.
void for_each_partition(std::size_t p, const std::function<void(const Counts&)>& visit);

/// Every decomposition in proportion to the weights that arises by dividing rectangles in two, once.
void for_each_slicing(const Extent& extent, const Weights& weights,
                      const std::function<void(const Decomposition&)>& visit);

/// Every division of an array of rows x columns cells into rectangles of cells, slicing or not.
void for_each_tiling(std::size_t rows, std::size_t columns, const std::function<void(const Decomposition&)>& visit);

/// Acost = along * m + across * n of a decomposition in columns (Section 4, Theorem 1), each times the sum of weights,
/// so that whole weights give whole numbers.
struct ColumnsCost {
  double along = 0;
  double across = 0;
};
[[nodiscard]] ColumnsCost columns_cost(const Weights& weights, const Counts& counts);

/// k!, exact up to 22!.
[[nodiscard]] double factorial(std::size_t k);

/// Acost of the least of the pt(p) decompositions that Theorem 1 leaves, in columns; weights nonincreasing.
[[nodiscard]] double least_in_columns(const Extent& extent, const Weights& weights);

/// Internal edges of a decomposition in columns, without looking at its rectangles.
[[nodiscard]] std::int64_t edges_in_columns(const Weights& weights, const Counts& counts);

}  // namespace apportion::kaddoura

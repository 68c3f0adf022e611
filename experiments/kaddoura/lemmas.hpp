// Statements of Kaddoura, Ranka & Wang that the program checks, and the cases that the checks share: all XY
// decompositions and slicings of small problems, and all divisions of a few cells into rectangles.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include "experiments/engine/claims.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion::kaddoura {

using engine::CheckedCases;

/// The grid of the paper's simulation (Section 6.4): arrays have 1000 rows and one of these numbers of columns; the
/// ratio is that of the fastest processor's speed to that of the slowest; the latency is the start-up cost of a pair of
/// neighbours. Tables 2 to 4 have these latencies for TILE, Tables 5 to 7 for XY2.
constexpr int array_rows = 1000;
[[nodiscard]] inline std::vector<double> array_columns() { return {1000, 2000, 3000, 5000, 10000, 20000}; }
[[nodiscard]] inline std::vector<double> speed_ratios() { return {1, 2, 3, 4, 8}; }
[[nodiscard]] inline std::vector<double> latencies() { return {0, 100, 1000}; }

/// The sizes up to which the checks go.
struct LemmaBounds {
  std::int64_t parts = 2;   ///< the most parts of which all arrangements are checked
  std::int64_t weight = 1;  ///< the greatest whole weight
  std::int64_t side = 1;    ///< the longer side of arrays for which all weights are checked
  std::int64_t cells = 1;   ///< the sides of arrays of which all divisions into rectangles of cells are checked
  std::int64_t draws = 1;   ///< random cases
};

using Lemma = engine::Check<LemmaBounds>;

[[nodiscard]] std::vector<Lemma> checks_of_perimeters();
[[nodiscard]] std::vector<Lemma> checks_of_figures();
[[nodiscard]] std::vector<Lemma> checks_of_edges();
[[nodiscard]] std::vector<Lemma> checks_of_numbers();
[[nodiscard]] std::vector<Lemma> checks_of_columns();
[[nodiscard]] std::vector<Lemma> checks_of_candidates();

/// All statements, in the order of the paper.
[[nodiscard]] std::vector<Lemma> lemmas();

/// An array and whole weights a1 >= a2 >= ..., m <= n.
struct WholeCase {
  Extent extent;
  std::vector<double> weights = {};
  std::vector<std::int64_t> sizes = {};  ///< m, n and the weights
};

/// Visits all arrays up to `side` x `side`, m <= n, with all nonincreasing lists of p weights from 1 to `weight`.
void for_each_case(const LemmaBounds& bounds, std::size_t p, const std::function<void(const WholeCase&)>& visit);

/// A random case: one of the paper's arrays and speed ratios (max-set), with nonincreasing weights.
[[nodiscard]] WholeCase drawn_case(std::size_t p, RandomStream& stream);

/// Applies check() to every division of every array of up to cells x cells.
[[nodiscard]] engine::CasesUpTo<LemmaBounds> for_all_tilings(bool (*check)(const Decomposition& each));

/// Applies check(), which may draw more, to random cases of `least` to `most` parts.
[[nodiscard]] engine::DrawnCases<LemmaBounds> for_drawn_cases(std::size_t least, std::size_t most,
                                                              bool (*check)(const WholeCase& given,
                                                                            RandomStream& stream));

/// Visits every order of the items, from the ascending one on.
template <class Items, class Visit>
void for_each_order(Items items, const Visit& visit) {
  std::ranges::sort(items);
  do visit(items);
  while (std::ranges::next_permutation(items).found);
}

/// The factor up to which costs count as "good", "close" or "small".
[[nodiscard]] double within();

/// Whether a is at most b, up to rounding.
[[nodiscard]] bool at_most(double a, double b);
[[nodiscard]] bool equal(double a, double b);

using Counts = std::vector<std::size_t>;
using Weights = std::vector<double>;

/// Parts in proportion to the weights in columns, from left to right, in each from top to bottom; part i has
/// weights[i]. The counts sum to the number of weights.
[[nodiscard]] Decomposition in_columns(const Extent& extent, const Weights& weights, const Counts& counts);

/// The same decomposition rotated: in rows, of an array with the same sides (Section 4, Lemma 3).
[[nodiscard]] Decomposition in_rows(const Extent& extent, const Weights& weights, const Counts& counts);

/// Figure 8: the heaviest part on the left, the next above the other two, which are side by side; four weights.
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
/// The Acost of a decomposition of this array in columns.
[[nodiscard]] double acost_of_columns(const Extent& extent, const Weights& weights, const Counts& counts);

/// k!, exact up to 22!.
[[nodiscard]] double factorial(std::size_t k);

/// The least Acost of the pt(p) decompositions in columns that Theorem 1 leaves; weights are nonincreasing.
[[nodiscard]] double least_in_columns(const Extent& extent, const Weights& weights);

/// Internal edges of a decomposition in columns, computed without its rectangles.
[[nodiscard]] std::int64_t edges_in_columns(const Weights& weights, const Counts& counts);

}  // namespace apportion::kaddoura

// The parts of the algorithm `optimal`: the arrangements of a two-dimensional grid that can be fastest, lower bounds on
// the loss of each, the best shares of each, and the problems that it accepts.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "algorithms/grids/beaumont.hpp"
#include "sim/grids/process_grid.hpp"

namespace apportion {

/// All arrangements of `descending` performances in which no process is faster than its neighbours above and to the
/// left: standard Young tableaux. Cells are numbered along rows of `columns` cells. One of them is as fast as any
/// arrangement: sort rows and columns by their shares, then give the larger r_i c_j the faster processes. Equally fast
/// processes fill their cells in only one order, since their names do not matter. The order is lexicographic in the
/// rows of the processes, the fastest first. There are at most as many as tableaux: 462 for 3 x 4, 132 for 2 x 6.
[[nodiscard]] std::vector<Arrangement> sorted_arrangements(std::span<const double> descending, std::size_t columns);

/// The least part of the sum of the performances that a sorted arrangement in rows of `columns` cells must lose, with
/// any lengths; 0 for a single row or column. Any weighted sum of the losses of blocks of 2 x 2 cells
/// (sim/grids/process_grid.hpp) is a bound if no cell has more weight than 1. This is the greater of two: the sum of
/// all blocks divided by the number of blocks that contain a cell, and the sum of blocks without common cells, chosen
/// greedily from the greatest loss on. At most 32 cells.
[[nodiscard]] double least_loss(std::span<const double> descending, const Arrangement& ranks, std::size_t columns);

/// The greater of time_lower_bound() and, on two-dimensional grids of up to `most_arranged_processes`, the time with
/// the least loss of a sorted arrangement. The problem must be valid. A bound for any mapping with any lengths,
/// real-valued or whole, up to a relative rounding error of 1e-12.
[[nodiscard]] double arranged_lower_bound(const GridProblem& problem);

/// More processes have too many sorted arrangements: 24024 for 4 x 4.
inline constexpr std::size_t most_arranged_processes = 12;

/// An edge of a spanning tree of K_{P,Q}: r_row c_column is the performance of their cell. One end is known from
/// earlier edges, or is row 0.
struct TreeEdge {
  std::size_t row = 0;
  std::size_t column = 0;
  bool finds_column = false;  ///< the end that is not yet known is the column
};

using SpanningTree = std::vector<TreeEdge>;

/// All P^(Q-1) Q^(P-1) spanning trees of K_{P,Q}, P being the rows: 432 for 3 x 4. For grids of at most 20 cells, since
/// all sets of cells are examined; std::logic_error otherwise.
[[nodiscard]] std::vector<SpanningTree> spanning_trees(std::size_t rows, std::size_t columns);

/// Shares with r_i c_j <= p_ij, the performances of the cells along rows, whose (sum r)(sum c) is greatest; in a tie
/// those of the first tree. In logarithms this is a convex function on a polyhedron, so that it is greatest at a
/// vertex, where the constraints of a spanning tree are tight (Beaumont et al. 2001). Shares of a tree that violate
/// another constraint are scaled down until they satisfy it; this never beats the best tree. Performances must differ
/// by a factor of at most 1e50, so that nothing overflows.
[[nodiscard]] GridShares best_tree_shares(const std::vector<SpanningTree>& trees, std::span<const double> performances,
                                          std::size_t columns);

/// The greatest ratio of performances that best_tree_shares() accepts.
inline constexpr double widest_optimal_range = 1e50;

/// Whether `optimal` accepts a valid problem: two dimensions, at most most_arranged_processes, and performances that
/// cause no overflow.
[[nodiscard]] bool optimal_takes(const GridProblem& problem);

}  // namespace apportion

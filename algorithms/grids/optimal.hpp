// What the algorithm `optimal` takes and is made of: the arrangements among which the fastest one of a two-dimensional
// grid is, what each must lose, and the best shares of each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/grids/beaumont.hpp"
#include "sim/grids/process_grid.hpp"

namespace apportion {

/// All arrangements of `descending` performances in which no process is faster than its neighbours above and to the
/// left: standard Young tableaux. Cells are numbered along rows of `columns` cells. One of them is as fast as any
/// arrangement: sort rows and columns by their shares, then give the larger r_i c_j the faster processes. Equally fast
/// processes take the cells of one set in one order only, since their names do not matter. Lexicographic in the rows
/// that processes get, the fastest first. As many as there are tableaux at most: 462 for 3 x 4, 132 for 2 x 6.
[[nodiscard]] std::vector<Arrangement> sorted_arrangements(std::span<const double> descending, std::size_t columns);

/// What arrangements of a grid must lose of the sum of the performances, whatever the lengths. Of the losses of blocks
/// of 2 x 2 cells (sim/grids/process_grid.hpp) any weighted sum is a bound in which no cell has more weight than 1:
/// here the greater of two, the sum of all over the number of blocks that a cell is in, and the sum of blocks that have
/// no cell in common, taken greedily. For at most 32 cells; std::logic_error otherwise.
class ArrangementLosses {
 public:
  ArrangementLosses(std::size_t rows, std::size_t columns);

  /// Of a sorted arrangement; 0 for a single row or column.
  [[nodiscard]] double least_loss(std::span<const double> descending, const Arrangement& ranks);

 private:
  struct Block {
    std::array<std::size_t, 4> cells = {};
    std::uint32_t mask = 0;  // of its cells
    double loss = 0;
  };

  [[nodiscard]] double disjoint_loss() const;

  std::vector<Block> blocks_;
  double blocks_of_a_cell_ = 0;
};

/// The greater of time_lower_bound() and, on two-dimensional grids of up to `most_arranged_processes`, the time with
/// what the sorted arrangement loses that loses least. A valid problem; no mapping and no lengths, real-valued or
/// whole, take less time, but for rounding errors of 1e-12 of it.
[[nodiscard]] double arranged_lower_bound(const GridProblem& problem);

/// For more there are too many sorted arrangements: 24024 for 4 x 4.
inline constexpr std::size_t most_arranged_processes = 12;

/// An edge of a spanning tree of K_{P,Q}, which says that r_row c_column is the performance of their cell. One end is
/// known from the edges before it, or is row 0.
struct TreeEdge {
  std::size_t row = 0;
  std::size_t column = 0;
  bool finds_column = false;  ///< the end that is not known yet
};

using SpanningTree = std::vector<TreeEdge>;

/// All P^(Q-1) Q^(P-1) spanning trees of K_{P,Q}, P being the rows: 432 for 3 x 4. For grids of at most 20 cells, since
/// all sets of cells are looked at; std::logic_error otherwise.
[[nodiscard]] std::vector<SpanningTree> spanning_trees(std::size_t rows, std::size_t columns);

/// Shares with r_i c_j <= p_ij, the performances of the cells along rows, whose (sum r)(sum c) is greatest; the first
/// tree's of those that tie. In logarithms this is a convex function on a polyhedron, so that it is greatest at a
/// vertex, where the constraints of a spanning tree are tight (Beaumont et al. 2001). Shares of a tree that break
/// another constraint are scaled down until they do not, which gains nothing over the best tree. For performances that
/// differ by a factor of 1e50 at most, so that nothing overflows.
[[nodiscard]] GridShares best_tree_shares(const std::vector<SpanningTree>& trees, std::span<const double> performances,
                                          std::size_t columns);

/// Greatest over least performance, as best_tree_shares() has it.
inline constexpr double widest_optimal_range = 1e50;

/// Whether `optimal` takes a valid problem: two dimensions, at most most_arranged_processes (sorted_arrangements.hpp),
/// and performances that nothing overflows with.
[[nodiscard]] bool optimal_takes(const GridProblem& problem);

}  // namespace apportion

// The best shares of a fixed arrangement on a small two-dimensional grid, by spanning trees.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "algorithms/grids/beaumont.hpp"

namespace apportion {

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

}  // namespace apportion

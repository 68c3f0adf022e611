// Spanning trees of complete bipartite graphs, and the shares that they make tight.
#include "algorithms/grids/tree_shares.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace apportion {
namespace {

constexpr std::size_t most_cells = 20;

// The tree whose edges are the cells in `cells`, from row 0 on; empty if they make none. rows + columns - 1 edges that
// reach every row and column are a tree.
SpanningTree tree_of(std::uint32_t cells, std::size_t rows, std::size_t columns) {
  std::vector<bool> has_row(rows);
  std::vector<bool> has_column(columns);
  has_row[0] = true;
  SpanningTree tree;
  for (bool grows = true; grows;) {
    grows = false;
    for (std::uint32_t left = cells; left != 0; left &= left - 1) {
      const auto cell = static_cast<std::size_t>(std::countr_zero(left));
      const std::size_t row = cell / columns;
      const std::size_t column = cell % columns;
      if (has_row[row] == has_column[column]) continue;
      tree.push_back({row, column, has_row[row]});
      has_row[row] = true;
      has_column[column] = true;
      grows = true;
    }
  }
  if (tree.size() + 1 < rows + columns) tree.clear();
  return tree;
}

// Makes the constraints of the tree tight, and scales the columns down until no other one is broken.
void set_shares(const SpanningTree& tree, std::span<const double> performances, std::span<const double> cycle_times,
                GridShares& shares) {
  const std::size_t columns = shares.columns.size();
  shares.rows[0] = 1;
  for (const TreeEdge& edge : tree) {
    const double performance = performances[edge.row * columns + edge.column];
    if (edge.finds_column)
      shares.columns[edge.column] = performance / shares.rows[edge.row];
    else
      shares.rows[edge.row] = performance / shares.columns[edge.column];
  }
  double excess = 1;
  const double* cycle_time = cycle_times.data();
  for (const double row : shares.rows)
    for (const double column : shares.columns) excess = std::max(excess, row * column * *cycle_time++);
  for (double& share : shares.columns) share /= excess;
}

}  // namespace

std::vector<SpanningTree> spanning_trees(std::size_t rows, std::size_t columns) {
  const std::size_t cells = rows * columns;
  if (cells > most_cells) throw std::logic_error("too many cells for all spanning trees");
  std::vector<SpanningTree> trees;
  for (std::uint32_t set = 1; set < std::uint32_t{1} << cells; ++set) {
    if (static_cast<std::size_t>(std::popcount(set)) + 1 != rows + columns) continue;
    SpanningTree tree = tree_of(set, rows, columns);
    if (!tree.empty()) trees.push_back(std::move(tree));
  }
  return trees;
}

GridShares best_tree_shares(const std::vector<SpanningTree>& trees, std::span<const double> performances,
                            std::size_t columns) {
  GridShares shares{std::vector<double>(performances.size() / columns), std::vector<double>(columns)};
  std::vector<double> cycle_times;
  for (const double performance : performances) cycle_times.push_back(1 / performance);
  std::vector<double> objectives;
  objectives.reserve(trees.size());
  for (const SpanningTree& tree : trees) {
    set_shares(tree, performances, cycle_times, shares);
    objectives.push_back(shares.objective());
  }
  set_shares(trees[first_greatest(objectives)], performances, cycle_times, shares);
  return shares;
}

}  // namespace apportion

// optimal: the fastest mapping and lengths of a small two-dimensional grid, with a proof.
#include "algorithms/grids/optimal.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "algorithms/grids/block_lengths.hpp"
#include "algorithms/grids/candidate.hpp"
#include "base/error.hpp"
#include "sim/grids/process_grid.hpp"

namespace apportion {
namespace {

// --- The losses of sorted arrangements

// The loss of a block whose first cell is its fastest and whose last its slowest: these two form one diagonal.
double block_loss(double fastest, double one, double other, double slowest) {
  const double outer = fastest * slowest;
  const double inner = one * other;
  return outer >= inner ? (outer - inner) / fastest : (inner - outer) / std::max(one, other);
}

// --- The best shares of an arrangement, by spanning trees

constexpr std::size_t most_cells = 20;

// The tree with the edges `cells`, from row 0 on; empty if they are not a tree. rows + columns - 1 edges that reach
// every row and column are a tree.
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

// Makes the constraints of the tree tight, and scales the columns down until all others hold.
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

// --- The algorithm

bool is_small(const ProcessGrid& grid) { return grid.dimensions() == 2 && grid.cells() <= most_arranged_processes; }

void require_small(const GridProblem& problem) {
  validate(problem);
  const std::size_t cells = problem.grid.cells();
  if (!is_small(problem.grid))
    throw InputError(
        "optimal: only two-dimensional grids of up to {} processes are solved to the optimum, "
        "{} has {} in {} dimensions; `best` takes any grid",
        most_arranged_processes, spelled(problem.grid), cells, problem.grid.dimensions());
  if (!optimal_takes(problem))
    throw InputError("optimal: performances differ by a factor of {:.3g}; it must be at most {:g}",
                     heterogeneity_level(problem.performances), widest_optimal_range);
}

double sum_of(std::span<const double> performances) {
  return std::accumulate(performances.begin(), performances.end(), 0.0);
}

// Finds the best shares of arrangements in the order of their bounds, until the rest cannot be faster. Ties with the
// best are examined, too, so that the answer among them does not depend on rounding errors.
GridSolution solve_optimal(const GridProblem& problem, const Options& options, RandomStream& /*stream*/) {
  require_small(problem);
  const std::size_t columns = problem.grid.edge(0);
  const std::vector<SpanningTree> trees = spanning_trees(problem.grid.edge(1), columns);
  const std::vector<std::size_t> fastest = descending_order(problem.performances);
  const std::vector<double> descending = mapped(problem, fastest).performances;
  const std::vector<Arrangement> arrangements = sorted_arrangements(descending, columns);
  const double sum = sum_of(descending);
  std::vector<double> bounds;  // on the objectives
  for (const Arrangement& ranks : arrangements) bounds.push_back(sum - least_loss(descending, ranks, columns));
  std::vector<std::size_t> order(arrangements.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t each) { return bounds[each]; });
  std::vector<GridShares> shares(arrangements.size());
  std::vector<double> objectives(arrangements.size(), -std::numeric_limits<double>::infinity());
  double best = 0;
  std::int64_t nodes = options.count("nodes");
  bool is_proven = true;
  for (const std::size_t each : order) {
    if (bounds[each] < best * (1 - 2 * tie_tolerance)) break;
    if (nodes-- == 0) {
      is_proven = false;
      break;
    }
    std::vector<double> performances;
    for (const std::uint32_t rank : arrangements[each]) performances.push_back(descending[rank]);
    shares[each] = best_tree_shares(trees, performances, columns);
    objectives[each] = shares[each].objective();
    best = std::max(best, objectives[each]);
  }
  const std::size_t found = first_greatest(objectives);
  GridSolution solution = shares_solution(problem, fastest, arrangements[found], shares[found], Rounding::apportioned);
  solution.proven_optimal = is_proven;
  return solution;
}

const Registration<GridAlgorithm> optimal_registration{
    {.name = "optimal",
     .source = "ours; the best lengths of an arrangement by spanning trees are Beaumont et al. 2001",
     .summary = "Least time before rounding of all mappings and lengths, with a proof; 2-D, up to 12 processes.",
     .options = {count_option("nodes", "1000",
                              "greatest number of arrangements whose best lengths are sought; "
                              "462 always suffice for a proof",
                              1)},
     .solve = solve_optimal}};

}  // namespace

// By backtracking.
std::vector<Arrangement> sorted_arrangements(std::span<const double> descending, std::size_t columns) {
  std::vector<Arrangement> all;
  Arrangement ranks(descending.size());
  std::vector<std::size_t> filled(descending.size() / columns);  // of each row
  // Places the processes from `next` on, each after those already in its row; the one before is in row `before`.
  const std::function<void(std::size_t, std::size_t)> place = [&](std::size_t next, std::size_t before) {
    if (next == descending.size()) return all.push_back(ranks);
    const bool is_equal = next > 0 && descending[next] == descending[next - 1];
    for (std::size_t row = is_equal ? before : 0; row < filled.size(); ++row) {
      if (filled[row] == columns || (row > 0 && filled[row - 1] == filled[row])) continue;
      ranks[row * columns + filled[row]++] = static_cast<std::uint32_t>(next);
      place(next + 1, row);
      --filled[row];
    }
  };
  place(0, 0);
  return all;
}

double least_loss(std::span<const double> descending, const Arrangement& ranks, std::size_t columns) {
  struct Block {
    std::uint32_t cells;  // a bit for each
    double loss;
  };
  const std::size_t rows = ranks.size() / columns;
  std::vector<Block> blocks;
  double sum = 0;
  for (std::size_t low = 1; low < rows; ++low)
    for (std::size_t high = 0; high < low; ++high)
      for (std::size_t right = 1; right < columns; ++right)
        for (std::size_t left = 0; left < right; ++left) {
          std::uint32_t cells = 0;
          const auto at = [&](std::size_t row, std::size_t column) {
            cells |= std::uint32_t{1} << (row * columns + column);
            return descending[ranks[row * columns + column]];
          };
          const double fastest = at(high, left);
          const double one = at(high, right);
          const double other = at(low, left);
          const double loss = block_loss(fastest, one, other, at(low, right));
          blocks.push_back({cells, loss});
          sum += loss;
        }
  if (blocks.empty()) return 0;
  std::ranges::stable_sort(blocks, std::ranges::greater{}, &Block::loss);
  std::uint32_t taken = 0;
  double disjoint = 0;
  for (const Block& block : blocks) {
    if ((taken & block.cells) != 0) continue;
    taken |= block.cells;
    disjoint += block.loss;
  }
  return std::max(sum / static_cast<double>((rows - 1) * (columns - 1)), disjoint);
}

double arranged_lower_bound(const GridProblem& problem) {
  const double bound = time_lower_bound(problem);
  if (!is_small(problem.grid)) return bound;
  std::vector<double> descending = problem.performances;
  std::ranges::sort(descending, std::ranges::greater{});
  const std::size_t columns = problem.grid.edge(0);
  const double sum = sum_of(descending);
  double loss = sum;
  for (const Arrangement& ranks : sorted_arrangements(descending, columns))
    loss = std::min(loss, least_loss(descending, ranks, columns));
  return std::max(bound, ideal_time(problem) * (sum / (sum - loss)));
}

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

bool optimal_takes(const GridProblem& problem) {
  return is_small(problem.grid) && heterogeneity_level(problem.performances) <= widest_optimal_range;
}

}  // namespace apportion

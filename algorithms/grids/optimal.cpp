// optimal: the fastest mapping and lengths of a small two-dimensional grid, with a proof.
#include "algorithms/grids/optimal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "algorithms/grids/candidate.hpp"
#include "base/error.hpp"
#include "sim/grids/process_grid.hpp"

namespace apportion {
namespace {

// --- Sorted arrangements: standard Young tableaux by backtracking, and the losses of their blocks

class Tableaux {
 public:
  Tableaux(std::span<const double> descending, std::size_t columns)
      : descending_(descending), columns_(columns), filled_(descending.size() / columns), ranks_(descending.size()) {}

  // Places the processes from `next` on, each after those already in its row; the one before is in row `before`.
  void place(std::size_t next, std::size_t before) {
    if (next == descending_.size()) return all_.push_back(ranks_);
    const bool is_equal = next > 0 && descending_[next] == descending_[next - 1];
    for (std::size_t row = is_equal ? before : 0; row < filled_.size(); ++row) {
      if (filled_[row] == columns_ || (row > 0 && filled_[row - 1] == filled_[row])) continue;
      ranks_[row * columns_ + filled_[row]++] = static_cast<std::uint32_t>(next);
      place(next + 1, row);
      --filled_[row];
    }
  }

  [[nodiscard]] std::vector<Arrangement> all() && { return std::move(all_); }

 private:
  std::span<const double> descending_;
  std::size_t columns_;
  std::vector<std::size_t> filled_;  // of each row
  Arrangement ranks_;
  std::vector<Arrangement> all_;
};

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
        fmt::format("optimal: only two-dimensional grids of up to {} processes are solved to the optimum, "
                    "{} has {} in {} dimensions; `best` takes any grid",
                    most_arranged_processes, spelled(problem.grid), cells, problem.grid.dimensions()));
  if (!optimal_takes(problem))
    throw InputError(fmt::format("optimal: performances differ by a factor of {:.3g}; it must be at most {:g}",
                                 heterogeneity_level(problem.performances), widest_optimal_range));
}

// The arrangements of one problem, the most promising first.
class ArrangementSearch {
 public:
  explicit ArrangementSearch(const GridProblem& problem)
      : columns_(problem.grid.edge(0)),
        fastest_(descending_order(problem.performances)),
        trees_(spanning_trees(problem.grid.edge(1), columns_)) {
    for (const std::size_t process : fastest_) descending_.push_back(problem.performances[process]);
    arrangements_ = sorted_arrangements(descending_, columns_);
    const double sum = std::accumulate(descending_.begin(), descending_.end(), 0.0);
    ArrangementLosses losses(problem.grid.edge(1), columns_);
    for (const Arrangement& arrangement : arrangements_)
      bounds_.push_back(sum - losses.least_loss(descending_, arrangement));
    shares_.resize(arrangements_.size());
    objectives_.resize(arrangements_.size(), -std::numeric_limits<double>::infinity());
  }

  // Finds the shares of arrangements in the order of their bounds; true once the rest cannot be faster. Ties with the
  // best are examined, too, so that the answer among them does not depend on rounding errors.
  bool search(std::int64_t nodes) {
    std::vector<std::size_t> order(arrangements_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::ranges::greater{}, [this](std::size_t each) { return bounds_[each]; });
    double best = 0;
    for (const std::size_t each : order) {
      if (bounds_[each] < best * (1 - 2 * tie_tolerance)) return true;
      if (nodes-- == 0) return false;
      find_shares(each);
      best = std::max(best, objectives_[each]);
    }
    return true;
  }

  [[nodiscard]] GridSolution solution(const GridProblem& problem) const {
    const std::size_t best = first_greatest(objectives_);
    return shares_solution(problem, fastest_, arrangements_[best], shares_[best], Rounding::apportioned);
  }

 private:
  void find_shares(std::size_t each) {
    std::vector<double> performances;
    for (const std::uint32_t rank : arrangements_[each]) performances.push_back(descending_[rank]);
    shares_[each] = best_tree_shares(trees_, performances, columns_);
    objectives_[each] = shares_[each].objective();
  }

  std::size_t columns_;
  std::vector<std::size_t> fastest_;
  std::vector<SpanningTree> trees_;
  std::vector<double> descending_;
  std::vector<Arrangement> arrangements_;
  std::vector<double> bounds_;  // bounds on the objectives
  std::vector<GridShares> shares_;
  std::vector<double> objectives_;
};

GridSolution solve_optimal(const GridProblem& problem, const Options& options, RandomStream& /*stream*/) {
  require_small(problem);
  ArrangementSearch search(problem);
  const bool is_proven = search.search(options.count("nodes"));
  GridSolution solution = search.solution(problem);
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

std::vector<Arrangement> sorted_arrangements(std::span<const double> descending, std::size_t columns) {
  Tableaux tableaux(descending, columns);
  tableaux.place(0, 0);
  return std::move(tableaux).all();
}

ArrangementLosses::ArrangementLosses(std::size_t rows, std::size_t columns)
    : blocks_of_a_cell_(static_cast<double>((rows - 1) * (columns - 1))) {
  if (rows * columns > 32) throw std::logic_error("too many cells for the losses of arrangements");
  for (std::size_t low = 1; low < rows; ++low)
    for (std::size_t high = 0; high < low; ++high)
      for (std::size_t right = 1; right < columns; ++right)
        for (std::size_t left = 0; left < right; ++left) {
          Block block{
              {high * columns + left, high * columns + right, low * columns + left, low * columns + right}, 0, 0};
          for (const std::size_t cell : block.cells) block.mask |= std::uint32_t{1} << cell;
          blocks_.push_back(block);
        }
}

double ArrangementLosses::least_loss(std::span<const double> descending, const Arrangement& ranks) {
  if (blocks_.empty()) return 0;
  double sum = 0;
  for (Block& block : blocks_) {
    const auto at = [&](std::size_t k) { return descending[ranks[block.cells[k]]]; };
    block.loss = block_loss(at(0), at(1), at(2), at(3));
    sum += block.loss;
  }
  return std::max(sum / blocks_of_a_cell_, disjoint_loss());
}

// The loss of disjoint blocks: from the greatest loss on, each block without a cell of those before.
double ArrangementLosses::disjoint_loss() const {
  std::uint32_t taken = 0;
  double sum = 0;
  for (;;) {
    const Block* next = nullptr;
    for (const Block& block : blocks_)
      if ((taken & block.mask) == 0 && (next == nullptr || block.loss > next->loss)) next = &block;
    if (next == nullptr) return sum;
    taken |= next->mask;
    sum += next->loss;
  }
}

double arranged_lower_bound(const GridProblem& problem) {
  const double bound = time_lower_bound(problem);
  if (problem.grid.dimensions() != 2 || problem.grid.cells() > most_arranged_processes) return bound;
  std::vector<double> descending = problem.performances;
  std::ranges::sort(descending, std::ranges::greater{});
  const std::size_t columns = problem.grid.edge(0);
  ArrangementLosses losses(problem.grid.edge(1), columns);
  const double sum = std::accumulate(descending.begin(), descending.end(), 0.0);
  double loss = sum;
  for (const Arrangement& ranks : sorted_arrangements(descending, columns))
    loss = std::min(loss, losses.least_loss(descending, ranks));
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

// optimal: the fastest mapping and lengths of a small two-dimensional grid, with a proof.
#include "algorithms/grids/optimal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "algorithms/grids/candidate.hpp"
#include "algorithms/grids/sorted_arrangements.hpp"
#include "algorithms/grids/tree_shares.hpp"
#include "base/error.hpp"

namespace apportion {
namespace {

bool is_small(const ProcessGrid& grid) { return grid.dimensions() == 2 && grid.cells() <= most_arranged_processes; }

double performance_range(const GridProblem& problem) {
  const auto [least, greatest] = std::ranges::minmax(problem.performances);
  return greatest / least;
}

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
                                 performance_range(problem), widest_optimal_range));
}

// The arrangements of one problem, those that can be fastest first.
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

  // Finds the shares of arrangements in the order of their bounds; whether the rest cannot be faster. What ties with
  // the best is looked at as well, so that the answer among them does not depend on rounding errors.
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
  std::vector<double> bounds_;  // of the objectives
  std::vector<GridShares> shares_;
  std::vector<double> objectives_;
};

GridSolution solve_optimal(const GridProblem& problem, const Options& options, RandomStream& /*stream*/) {
  require_small(problem);
  const std::int64_t nodes = options.count("nodes");
  if (nodes == 0) throw InputError("optimal[nodes=0]: at least one arrangement must be tried");
  ArrangementSearch search(problem);
  const bool is_proven = search.search(nodes);
  GridSolution solution = search.solution(problem);
  solution.proven_optimal = is_proven;
  return solution;
}

const Registration<GridAlgorithm> optimal_registration{
    {.name = "optimal",
     .source = "ours; the best lengths of an arrangement by spanning trees are Beaumont et al. 2001",
     .summary = "Least time before rounding of all mappings and lengths, with a proof; 2-D, up to 12 processes.",
     .options = {{.name = "nodes",
                  .kind = OptionKind::count,
                  .default_value = "1000",
                  .summary = "greatest number of arrangements whose best lengths are sought; "
                             "462 always suffice for a proof"}},
     .solve = solve_optimal}};

}  // namespace

bool optimal_takes(const GridProblem& problem) {
  return is_small(problem.grid) && performance_range(problem) <= widest_optimal_range;
}

}  // namespace apportion

// Divisions with the least greatest load: bisection of the limit on loads.
#include "extensions/cells/algorithms/least_load.hpp"

#include <algorithm>
#include <vector>

#include "extensions/cells/sim/cell_bounds.hpp"
#include "sim/cells/cell_costs.hpp"

namespace apportion {

CellSolution least_load_division(const CellProblem& problem, int bisections,
                                 const std::function<CellSolution(const CellProblem& asked)>& solve) {
  constexpr double rounding = 1e-9;
  CellProblem asked = problem;
  asked.objective = Objective::total;
  CellSolution best;
  CellRank rank;
  double reached = 0;  // times its share, by the best
  bool proven = true;
  const auto ask = [&](double times) {
    asked.most_over_share = times;
    CellSolution next = solve(asked);
    proven = proven && next.proven;
    const CellRank offered = cell_rank(problem, next.decomposition);
    if (!best.decomposition.parts.empty() && offered > rank) return false;
    const bool is_less = best.decomposition.parts.empty() || offered < rank;
    best = std::move(next);
    rank = offered;
    reached = 1 + cell_balance(problem, best.decomposition).imbalance;
    return is_less;
  };
  double least = least_over_share(problem);
  ask(least);
  if (rank.has_shortcomings()) {  // under so low a limit parts may have to be empty
    const std::vector<double> ideal = shares(problem);
    ask(total_load(problem) / *std::ranges::min_element(ideal));
  }
  for (int step = 0; step < bisections && reached > least * (1 + rounding); ++step) {
    const double middle = (least + reached) / 2;
    if (!ask(middle)) least = middle;
  }
  if (reached > least * (1 + rounding)) ask(reached);  // the shortest boundary with that load
  best.proven = proven;
  return best;
}

}  // namespace apportion

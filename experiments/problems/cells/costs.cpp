// Total and gap of a division into whole cells.
#include "experiments/problems/cells/costs.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion::problems {
namespace {

InputError weights_too_different() {
  return InputError(
      "a weight is too small beside the others: its share of the load, or the imbalance, is beyond the range of a "
      "double; "
      "give weights that differ less");
}

// A share of 0 makes NaN, which a maximum can hide.
void require_shares(const CellProblem& problem) {
  const std::vector<double> ideal = shares(problem);
  if (!std::ranges::all_of(ideal, [](double share) { return share > 0 && std::isfinite(share); }))
    throw weights_too_different();
}

}  // namespace

CellCosts cell_costs(const CellProblem& problem, const Decomposition& division) {
  require_shares(problem);
  CellCosts costs{.boundary = cell_boundary(problem, division), .balance = cell_balance(problem, division)};
  costs.total = total_cost(static_cast<double>(costs.boundary.edges), costs.boundary.neighbours, problem.latency);
  costs.lower_bound = cell_lower_bound(problem);
  if (!std::isfinite(costs.total) || !std::isfinite(costs.lower_bound))
    throw InputError("the total overflows; give a smaller latency");
  if (!std::isfinite(costs.balance.imbalance)) throw weights_too_different();
  if (problem.loads == nullptr) costs.gap = costs.lower_bound > 0 ? 100 * (costs.total / costs.lower_bound - 1) : 0;
  return costs;
}

}  // namespace apportion::problems

// Total and gap of a division into whole cells.
#include "experiments/problems/cells/costs.hpp"

#include <cmath>

#include "base/error.hpp"

namespace apportion::problems {

CellCosts cell_costs(const CellProblem& problem, const Decomposition& division) {
  CellCosts costs{.boundary = cell_boundary(problem, division), .balance = cell_balance(problem, division)};
  costs.total =
      static_cast<double>(costs.boundary.edges) + problem.latency * static_cast<double>(costs.boundary.neighbours);
  costs.lower_bound = cell_lower_bound(problem);
  if (!std::isfinite(costs.total) || !std::isfinite(costs.lower_bound))
    throw InputError("the total overflows; give a smaller latency");
  if (problem.loads == nullptr) costs.gap = costs.lower_bound > 0 ? 100 * (costs.total / costs.lower_bound - 1) : 0;
  return costs;
}

}  // namespace apportion::problems

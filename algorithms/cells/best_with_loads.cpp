// The best of the jogged divisions by loads.
#include "algorithms/cells/best_with_loads.hpp"

#include <tuple>
#include <utility>

#include "algorithms/cells/cell_algorithm.hpp"
#include "base/error.hpp"
#include "sim/cells/cell_costs.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion {
namespace {

/// Too many processors are refused by some.
bool solve_by(const char* name, const CellProblem& problem, Decomposition& division) {
  // None of them draws.
  RandomStream stream(default_seed, name);
  const Configured<CellAlgorithm> chosen = CellRegistry::instance().choose(name);
  try {
    division = chosen.solve(problem, stream).decomposition;
    return true;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace

Decomposition best_with_loads(const CellProblem& problem) {
  Decomposition best;
  // Cells that do not hang together leave parts in pieces, whose number says little then.
  std::tuple<std::size_t, std::int64_t, bool, double> least;
  for (const char* name : methods_with_loads) {
    Decomposition division;
    if (!solve_by(name, problem, division)) continue;
    const CellBoundary boundary = cell_boundary(problem, division);
    const double total = total_cost(static_cast<double>(boundary.edges), boundary.neighbours, problem.latency);
    const std::tuple cost{cell_balance(problem, division).beyond_one_cell.size(), boundary.empty,
                          boundary.fragments > 0, total};
    if (!best.parts.empty() && cost >= least) continue;
    best = std::move(division);
    least = cost;
  }
  return best;
}

}  // namespace apportion

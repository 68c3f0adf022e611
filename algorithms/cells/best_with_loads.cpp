// The best of the jogged divisions by loads.
#include "algorithms/cells/best_with_loads.hpp"

#include <utility>

#include "algorithms/cells/cell_algorithm.hpp"
#include "base/error.hpp"
#include "sim/cells/cell_costs.hpp"

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
  CellRank least;
  for (const char* name : methods_with_loads) {
    Decomposition division;
    if (!solve_by(name, problem, division)) continue;
    const CellRank rank = cell_rank(problem, division);
    if (!best.parts.empty() && rank >= least) continue;
    best = std::move(division);
    least = rank;
  }
  return best;
}

}  // namespace apportion

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

AnswerRank answer_rank(const CellProblem& problem, const Decomposition& division) {
  const CellBoundary boundary = cell_boundary(problem, division);
  // Cells that do not hang together leave parts in pieces, whose number says little then.
  return {cell_balance(problem, division).beyond_tolerance, boundary.empty, problem.connected && boundary.fragments > 0,
          objective_cost(problem, boundary)};
}

Decomposition best_with_loads(const CellProblem& problem) {
  Decomposition best;
  AnswerRank least;
  for (const char* name : methods_with_loads) {
    Decomposition division;
    if (!solve_by(name, problem, division)) continue;
    const AnswerRank cost = answer_rank(problem, division);
    if (!best.parts.empty() && cost >= least) continue;
    best = std::move(division);
    least = cost;
  }
  return best;
}

}  // namespace apportion

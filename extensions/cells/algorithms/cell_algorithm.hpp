// The family of algorithms for whole cells: a CellProblem in, a CellSolution out.
#pragma once

#include <vector>

#include "algorithms/registry.hpp"
#include "extensions/cells/sim/cell_problem.hpp"

namespace apportion {

struct CellSolution {
  Decomposition decomposition;  ///< accepted by require_division(); parts may be empty
  /// With a previous division: the Pareto front of moved cells and objective among the divisions found, fewest moved
  /// first; may be empty.
  std::vector<Decomposition> curve = {};
  bool proven = false;  ///< in a chain, no division into runs of cells has a lesser cell_rank()
};

/// solve() may assume a validated problem. It throws InputError for a problem that the algorithm refuses, such as loads
/// or a too large array, and names an algorithm that accepts it.
using CellAlgorithm = Algorithm<CellProblem, CellSolution>;
using CellRegistry = Registry<CellAlgorithm>;

/// Validates the problem, solves it, and checks the answer by require_division().
[[nodiscard]] CellSolution solve_cells(const Configured<CellAlgorithm>& chosen, const CellProblem& problem,
                                       RandomStream& stream);

}  // namespace apportion

// The family of algorithms for whole cells: a CellProblem in, a CellSolution out.
#pragma once

#include <vector>

#include "algorithms/registry.hpp"
#include "sim/cells/cell_problem.hpp"

namespace apportion {

struct CellSolution {
  Decomposition decomposition;  ///< what require_division() accepts; parts may be empty
  /// Of a problem with a previous division, where the algorithm has found several: those that no other one beats in
  /// both cells moved and objective, fewest moved first.
  std::vector<Decomposition> curve = {};
  bool proven = false;  ///< no division that keeps to runs of cells in a chain has a lesser cell_rank()
};

/// solve() may assume a validated problem. It throws InputError for a problem that the algorithm does not take, such as
/// loads or an array too large for it, and says which algorithm would.
using CellAlgorithm = Algorithm<CellProblem, CellSolution>;
using CellRegistry = Registry<CellAlgorithm>;

/// Validates the problem, solves it, and checks the answer by require_division().
[[nodiscard]] CellSolution solve_cells(const Configured<CellAlgorithm>& chosen, const CellProblem& problem,
                                       RandomStream& stream);

}  // namespace apportion

// New divisions near a previous one: what moves against what is gained.
#pragma once

#include <cstdint>

#include "algorithms/cells/cell_algorithm.hpp"

namespace apportion {

/// The ways from a previous division to new ones.
enum class RebalancingMethod : std::uint8_t {
  all,      ///< the best of these, at the price of the problem
  renamed,  ///< the best new division under the names that keep most where it is
  cuts,     ///< the cuts of the previous division, moved
  refined   ///< the previous division, its loads brought into balance, refined with the price of leaving it
};

[[nodiscard]] inline bool needs_fresh(RebalancingMethod method) {
  return method == RebalancingMethod::all || method == RebalancingMethod::renamed;
}

/// Of divisions as good in balance, empty parts and pieces the one of the least cost_with_migration(), with the curve
/// of those that no other one found beats in both cells moved and objective. `fresh` answers the problem as if nothing
/// had to move, where the method needs_fresh(). The problem has a previous division. InputError, naming the algorithm,
/// above most_mesh_cells cells.
[[nodiscard]] CellSolution rebalanced(const CellProblem& problem, const Decomposition& fresh, RebalancingMethod method,
                                      const char* algorithm, RandomStream& stream);

}  // namespace apportion

// best of process grids on a network: answers, their slices turned and processes exchanged, simulated.
#pragma once

#include <vector>

#include "algorithms/grids/grid_algorithm.hpp"

namespace apportion {

/// The solution with the shortest matrix_seconds() on the problem's platform among the answers, those with processes of
/// equal performance in the order of the network's groups, all of these with the slices of one or both dimensions in
/// reverse order, and what exchanges of two processes make of the fastest one: the first that helps is kept, pair after
/// pair, until none helps or four million messages were simulated. InputError where all need a message that has no
/// route, and for a layout that cannot be simulated.
[[nodiscard]] GridSolution fastest_on_network(const GridProblem& problem, const std::vector<GridSolution>& answers);

}  // namespace apportion

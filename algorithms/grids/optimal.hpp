// What the algorithm `optimal` takes.
#pragma once

#include "sim/grids/process_grid.hpp"

namespace apportion {

/// Greatest over least performance, as best_tree_shares() has it.
inline constexpr double widest_optimal_range = 1e50;

/// Whether `optimal` takes a valid problem: two dimensions, at most most_arranged_processes (sorted_arrangements.hpp),
/// and performances that nothing overflows with.
[[nodiscard]] bool optimal_takes(const GridProblem& problem);

}  // namespace apportion

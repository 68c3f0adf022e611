// What the algorithm `optimal` takes.
#pragma once

#include <cstddef>

#include "sim/grids/process_grid.hpp"

namespace apportion {

inline constexpr std::size_t most_optimal_processes = 12;
/// Greatest over least performance, as best_tree_shares() has it.
inline constexpr double widest_optimal_range = 1e50;

/// Whether `optimal` takes a valid problem: two dimensions, few processes, and performances that nothing overflows
/// with.
[[nodiscard]] bool optimal_takes(const GridProblem& problem);

}  // namespace apportion

// Blocks on a process grid as rectangles, which are what is drawn.
#pragma once

#include <string>

#include "algorithms/grids/grid_algorithm.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion::problems {

/// The rounded blocks of a two-dimensional grid as rectangles, one per process: dimension 0 runs down, dimension 1 to
/// the right; dimensions of the block that are not divided are not drawn. InputError for a grid of another number of
/// dimensions.
[[nodiscard]] Decomposition as_rectangles(const GridProblem& problem, const GridSolution& solution);

/// "time 408.5, 1.089 times the ideal": what titles say.
[[nodiscard]] std::string time_words(double rounded_time, double ideal_time);

}  // namespace apportion::problems

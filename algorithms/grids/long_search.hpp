// Search that goes on from a solution by its rounded time.
#pragma once

#include <cstddef>
#include <functional>

#include "algorithms/grids/grid_algorithm.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// Anneals the whole lengths of a solution, whose processes are always arranged for them: the fastest process has the
/// largest block, which takes the least time of all mappings. Passes on each better solution, by its rounded time, one
/// at a time. Ends after this many steps, or with Stopped when this thread's work is stopped. The same steps give the
/// same solution for any number of threads.
void search_on(const GridProblem& problem, const GridSolution& start, std::size_t steps,
               const std::function<void(const GridSolution& better)>& found, RandomStream& stream);

}  // namespace apportion

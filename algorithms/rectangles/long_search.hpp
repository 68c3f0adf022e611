// Search that goes on from an answer for as long as it is let, or for so many steps.
#pragma once

#include <cstddef>
#include <functional>

#include "algorithms/rectangles/rectangle_algorithm.hpp"

namespace apportion {

/// Improves a solution by Acost + latency * internal edges: its slicing tree annealed at several heats, subtrees joined
/// anew, and new starts; parts may lose corners where `any_shape`. It ends after so many steps, at once where the
/// solution is proven the best of such shapes, or with Stopped when this thread's work is stopped; `found` gets each
/// better solution, one at a time. The same steps give the same solution for any number of threads. More than
/// largest_p_of_search processors are left as they are.
void search_on(const RectangleProblem& problem, const RectangleSolution& start, bool any_shape, std::size_t steps,
               const std::function<void(const RectangleSolution& better)>& found, RandomStream& stream);

}  // namespace apportion

// Search that goes on from an answer for as long as it is let, or for so many steps.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>

#include "sim/cells/cell_problem.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

inline constexpr std::size_t without_end = std::numeric_limits<std::size_t>::max();

/// Improves a division by cell_rank(), with a previous division by cost_with_migration(): its boundaries annealed by
/// the objective itself at several heats, groups of parts divided anew, coarser meshes, and new starts. It ends after
/// so many steps, when the lower bound is reached, or with Stopped when this thread's work is stopped; `found` gets
/// each better division, one at a time. The same steps give the same division for any number of threads. Arrays of more
/// than most_mesh_cells cells and those for one processor are left as they are.
void search_on(const CellProblem& problem, const Decomposition& start, std::size_t steps,
               const std::function<void(const Decomposition& better)>& found, RandomStream& stream);

}  // namespace apportion

// A search that continues from an answer until it is stopped, or for a number of steps.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>

#include "extensions/cells/sim/cell_problem.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

inline constexpr std::size_t without_end = std::numeric_limits<std::size_t>::max();

/// Improves a division by cell_rank(), with a previous division by cost_with_migration(): by annealing of its
/// boundaries at several temperatures, new divisions of groups of parts, coarser meshes, and new starts. It ends after
/// `steps`, when the lower bound is reached, or with Stopped when this thread's work is stopped; `found` gets each
/// better division, one at a time. The divisions do not depend on the number of threads. Nothing is done for arrays of
/// more than most_mesh_cells cells or one processor.
void search_on(const CellProblem& problem, const Decomposition& start, std::size_t steps,
               const std::function<void(const Decomposition& better)>& found, RandomStream& stream);

/// The division, or one of lower rank that is found at its cost: of less imbalance, if it has no shortcomings. For one
/// map of loads and without a previous division.
[[nodiscard]] Decomposition evened_out(const CellProblem& problem, const Decomposition& start, RandomStream& stream);

}  // namespace apportion

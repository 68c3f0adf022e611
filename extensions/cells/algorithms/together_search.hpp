// Divisions that keep cells together: multilevel search on a graph whose places are groups of cells, or single ones.
#pragma once

#include "extensions/cells/algorithms/multilevel.hpp"
#include "extensions/cells/sim/cell_problem.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// A division of a problem with `together` that cuts no group: by search_by_steps() on the graph of its groups. Another
/// start is `unconstrained`, a division without that condition, with each group given to the part that has most of it.
/// For elements the free cells are finally annealed. InputError as of mesh_of().
[[nodiscard]] Decomposition kept_together(const CellProblem& problem, const Decomposition& unconstrained,
                                          const SearchSettings& settings, RandomStream& stream);

}  // namespace apportion

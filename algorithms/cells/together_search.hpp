// Divisions where cells stay together: the same search on a graph whose places are such cells, or single ones.
#pragma once

#include "algorithms/cells/multilevel.hpp"
#include "sim/cells/cell_problem.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// A division of a problem with `together` that cuts nothing of it: what search_by_steps() finds on the graph of its
/// pieces, from a division without the wish as well, whose pieces go to the parts that have most of them. By elements
/// the free cells are annealed by these in the end. InputError as of mesh_of().
[[nodiscard]] Decomposition kept_together(const CellProblem& problem, const Decomposition& without_wish,
                                          const SearchSettings& settings, RandomStream& stream);

}  // namespace apportion

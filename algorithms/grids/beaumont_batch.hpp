// Beaumont et al.'s heuristic for many networks at once.
#pragma once

#include <span>
#include <vector>

#include "algorithms/grids/candidate.hpp"
#include "algorithms/grids/lanes.hpp"

namespace apportion {

/// What beaumont_solution() gives, bit for bit. Networks of one grid that follow each other are solved side by side; a
/// lane whose network is done takes the next one.
[[nodiscard]] std::vector<GridSolution> beaumont_solutions(std::span<const GridProblem> problems, Rounding rounding,
                                                           LaneWidth width = LaneWidth::widest);

}  // namespace apportion

// `proposed` and `equal-pressure`, in lanes of a width.
#pragma once

#include <span>
#include <vector>

#include "algorithms/grids/grid_algorithm.hpp"
#include "algorithms/grids/lanes.hpp"

namespace apportion {

[[nodiscard]] std::vector<GridSolution> gas_pressure_solutions(std::span<const GridProblem> problems,
                                                               const Options& options,
                                                               LaneWidth width = LaneWidth::widest);
[[nodiscard]] std::vector<GridSolution> equal_pressure_solutions(std::span<const GridProblem> problems,
                                                                 const Options& options,
                                                                 LaneWidth width = LaneWidth::widest);

}  // namespace apportion

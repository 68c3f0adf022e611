// The best of the three mappings for many networks at once.
#pragma once

#include <span>
#include <vector>

#include "algorithms/grids/candidate.hpp"
#include "algorithms/grids/lanes.hpp"

namespace apportion {

enum class PressureMethod { equal, gas };

/// What best_of_mappings() gives with equal_pressure_lengths() or gas_pressure_lengths(), bit for bit. Networks of one
/// shape (grid and block) that follow each other are solved side by side.
[[nodiscard]] std::vector<GridSolution> best_of_mappings_batch(std::span<const GridProblem> problems,
                                                               const Options& options, PressureMethod method,
                                                               LaneWidth width = LaneWidth::widest);

}  // namespace apportion

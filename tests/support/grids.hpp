// Common parts of tests of grid algorithms.
#pragma once

#include <string_view>

#include "algorithms/grids/block_lengths.hpp"
#include "algorithms/grids/grid_algorithm.hpp"

namespace apportion::testing_support {

/// Solves with the algorithm `name` ("proposed[mapping=NAT]").
[[nodiscard]] GridSolution solve(std::string_view name, const GridProblem& problem);

/// A network drawn by a sampling model, over a grid such as "3x4", with a block of `side` in every dimension.
[[nodiscard]] GridProblem random_grid(std::string_view grid, double level, int sample, std::int64_t side = 1000,
                                      std::string_view sampling = "extremes");

/// The time of the block with these lengths.
[[nodiscard]] double time_of(const MappedGrid& grid, const Lengths& lengths);

/// Whether both are equal to the bit.
[[nodiscard]] bool identical(const GridSolution& a, const GridSolution& b);

}  // namespace apportion::testing_support

namespace apportion {
using testing_support::random_grid;
using testing_support::solve;
using testing_support::time_of;
}  // namespace apportion

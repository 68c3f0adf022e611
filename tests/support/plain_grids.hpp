// The grid algorithms in plain code, one network after the other: a reference for the code in lanes.
#pragma once

#include <span>
#include <string_view>

#include "algorithms/grids/beaumont.hpp"
#include "algorithms/grids/block_lengths.hpp"

namespace apportion::testing_support {

/// The answer of the registered algorithm `name` ("proposed[mapping=NAT]"), to the bit.
[[nodiscard]] GridSolution plain_solution(std::string_view name, const GridProblem& problem);
[[nodiscard]] GridSolution plain_solution(const GridAlgorithm& algorithm, const Options& options,
                                          const GridProblem& problem);

/// The lengths of `equal-pressure` and of `proposed` on a mapped grid.
[[nodiscard]] Lengths plain_equal_pressure_lengths(const MappedGrid& grid);
[[nodiscard]] Lengths plain_gas_pressure_lengths(const MappedGrid& grid);

/// The shares of `beaumont` for an arrangement, with performances cell by cell.
[[nodiscard]] GridShares plain_singular_shares(const ProcessGrid& grid, std::span<const double> performances);

}  // namespace apportion::testing_support

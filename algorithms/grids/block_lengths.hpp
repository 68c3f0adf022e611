// The lengths of a block's slices on a grid with a fixed mapping (Kalinov & Klimov, Section 3.2): natural lengths, from
// which the methods start, and whole ones that sum to the block's side. `performances` are in the order of the cells;
// real-valued lengths of a dimension sum to the block's side.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/grids/process_grid.hpp"

namespace apportion {

/// A process grid with a process at each cell.
struct MappedGrid {
  ProcessGrid grid;
  std::vector<double> performances;  ///< cell by cell
  std::vector<std::int64_t> block;
};

[[nodiscard]] MappedGrid mapped(const GridProblem& problem, const Mapping& mapping);

/// l_{k,i} proportional to the sum of the performances in the slice.
[[nodiscard]] Lengths natural_lengths(const MappedGrid& mapped_grid);

/// Rounds down, then gives the remaining elements to the lengths with the largest fractional remainders, one each;
/// remainders that differ by no more than 1e-9 tie, and the lower index wins.
[[nodiscard]] std::vector<std::int64_t> rounded_by_remainders(const std::vector<double>& lengths, std::int64_t side);

/// The rule as printed (Kalinov & Klimov, Section 3.2): rounds down, then gives one element after the other to the
/// length that is furthest below its natural length. This undoes part of the optimisation.
[[nodiscard]] std::vector<std::int64_t> rounded_as_printed(const std::vector<double>& lengths,
                                                           const std::vector<double>& natural, std::int64_t side);

/// Whole l_i >= 0 that sum to `side` with the least max_i l_i costs_i: an apportionment by the method of highest
/// averages with divisors 1, 2, ... (Jefferson, D'Hondt; Balinski & Young, Fair Representation, 1982), a slice's votes
/// being 1 / costs_i. Costs are positive. Ties within 1e-10 go to the lower index.
[[nodiscard]] std::vector<std::int64_t> apportioned(std::span<const double> costs, std::int64_t side);

/// Whole lengths for a mapped grid near real-valued ones. Tries both rules above; from the result of each, one
/// dimension after the other is apportioned with the others fixed, as long as the time does not grow. The rounded time
/// is never greater than that of either rule, and in one dimension it is the least possible.
[[nodiscard]] WholeLengths rounded_by_apportionment(const MappedGrid& grid, const Lengths& lengths);

}  // namespace apportion

// How long the processes of a grid take for their parts of a block (Kalinov & Klimov, Section 2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/grids/process_grid.hpp"

namespace apportion {

/// l_{k,i}: the length of slice i of dimension k of the grid, real-valued or in whole elements; lengths[k] sums to the
/// block's side s_k.
using Lengths = std::vector<std::vector<double>>;
using WholeLengths = std::vector<std::vector<std::int64_t>>;

/// Which process has a cell: mapping[cell] is an index into the performances.
using Mapping = std::vector<std::size_t>;

[[nodiscard]] Lengths as_real(const WholeLengths& lengths);

/// prod_k l_{k,rho_k}, cell by cell: V_rho, but for the block's dimensions that are not divided.
[[nodiscard]] std::vector<double> block_volumes(const ProcessGrid& grid, const Lengths& lengths);

/// t_rho = V_rho / p_rho, cell by cell, with V_rho = prod_k l_{k,rho_k} s_m ... s_{n-1}.
[[nodiscard]] std::vector<double> block_times(const GridProblem& problem, const Mapping& mapping,
                                              const Lengths& lengths);

/// T = max t_rho, the objective.
[[nodiscard]] double block_time(const GridProblem& problem, const Mapping& mapping, const Lengths& lengths);

/// prod s / sum p: no mapping and no lengths take less time.
[[nodiscard]] double ideal_time(const GridProblem& problem);

}  // namespace apportion

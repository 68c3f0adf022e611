// The lengths of a block's slices on a grid whose mapping is fixed (Kalinov & Klimov, Section 3.2): what the methods
// that find them start from. `performances` are in the order of the cells; lengths are real-valued, and those of a
// dimension sum to the block's side.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/grids/block_times.hpp"

namespace apportion {

/// A process grid whose cells have their processes.
struct MappedGrid {
  ProcessGrid grid;
  std::vector<double> performances;  ///< cell by cell
  std::vector<std::int64_t> block;
};

[[nodiscard]] MappedGrid mapped(const GridProblem& problem, const Mapping& mapping);

/// l_{k,i} proportional to the sum of the performances in the slice.
[[nodiscard]] Lengths natural_lengths(const MappedGrid& mapped_grid);

}  // namespace apportion

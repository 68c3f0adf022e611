// Divisions as an owner for each cell, for libraries and tests that need one, and back.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/cells/cell_loads.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion {

constexpr std::int32_t no_owner = -1;

/// The processor of each cell, row by row; no_owner where no rectangle is. InputError above most_single_cells.
[[nodiscard]] std::vector<std::int32_t> owners_of(const Decomposition& division);

/// The division with these owners: runs of equal owners in a row, joined with those below them that have the same ends.
/// The greatest rectangle of a part is its first; processors without a cell have one without area.
[[nodiscard]] Decomposition division_of(std::int64_t rows, std::int64_t columns, std::size_t processors,
                                        const std::vector<std::int32_t>& owners);

/// The same without the cells of load 0, which are nobody's.
[[nodiscard]] std::vector<std::int32_t> active_owners_of(const CellLoads& loads, const Decomposition& division);
[[nodiscard]] Decomposition active_division(const CellLoads& loads, const Decomposition& division);

}  // namespace apportion

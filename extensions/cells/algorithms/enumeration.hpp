// All divisions of a few cells: branch and bound over the owner of one cell after the other.
#pragma once

#include <cstdint>
#include <optional>

#include "extensions/cells/algorithms/mesh.hpp"
#include "extensions/cells/sim/cell_costs.hpp"

namespace apportion {

constexpr std::int64_t most_enumerated_cells = 36;  ///< active cells
constexpr std::size_t most_enumerated_parts = 8;
constexpr std::int64_t steps_in_a_second = 10'000'000;  ///< of branch and bound, each an owner of a cell

/// Owners of the least rank below `incumbent`, whose cost includes cost_with_migration(), with all loads within the
/// problem's tolerance and no group of cells cut that must stay together; nothing if none were found in this number of
/// steps. If the steps suffice and the incumbent has no shortcomings, that proves that there are none. At most
/// most_enumerated_cells and most_enumerated_parts.
template <std::size_t Axes>
[[nodiscard]] std::optional<PlaceOwners> better_by_enumeration(const CellProblem& problem, const GridMesh<Axes>& mesh,
                                                               const CellRank& incumbent, std::int64_t steps);

}  // namespace apportion

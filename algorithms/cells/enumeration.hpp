// All divisions of a few cells: branch and bound over the owner of one cell after the other.
#pragma once

#include <cstdint>
#include <optional>

#include "algorithms/cells/mesh.hpp"
#include "sim/cells/cell_costs.hpp"

namespace apportion {

constexpr std::int64_t most_enumerated_cells = 36;  ///< active ones
constexpr std::size_t most_enumerated_parts = 8;
constexpr std::int64_t steps_in_a_second = 10'000'000;  ///< of branch and bound, each an owner of a cell

/// Owners of least rank below `incumbent`, whose costs include cost_with_migration(), with all loads within the
/// problem's tolerance and nothing cut that is to stay together; nothing where there are none, or none was found in so
/// many steps. Where these were enough, and the incumbent has no shortcomings, there are none. At most
/// most_enumerated_cells and most_enumerated_parts.
template <std::size_t Axes>
[[nodiscard]] std::optional<PlaceOwners> better_by_enumeration(const CellProblem& problem, const GridMesh<Axes>& mesh,
                                                               const CellRank& incumbent, std::int64_t steps);

}  // namespace apportion

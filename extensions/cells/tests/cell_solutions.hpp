// Solutions of whole cells by registered algorithms, and the best division of a small array by enumeration.
#pragma once

#include <cstdint>
#include <string_view>

#include "extensions/cells/algorithms/cell_algorithm.hpp"
#include "extensions/cells/tests/cells.hpp"

namespace apportion::testing_support {

/// Solves with the algorithm `name` ("ROUNDED[of=XY2]").
[[nodiscard]] CellSolution solve(std::string_view name, const CellProblem& problem);

/// The least boundary of all divisions of an array without loads into connected, nonempty parts, each within 1.02 cells
/// of its share, if it is below `limit`; otherwise `limit`. For up to about 20 cells.
[[nodiscard]] std::int64_t least_boundary_below(std::int64_t limit, const CellProblem& problem);

}  // namespace apportion::testing_support

namespace apportion {
using testing_support::solve;
}  // namespace apportion

// The best division of a small array into whole cells, by looking at all of them.
#pragma once

#include <cstdint>

#include "sim/cells/cell_problem.hpp"

namespace apportion::testing_support {

/// The least boundary of all divisions of an array without loads into connected parts, none of them empty and each
/// within 1.02 cells of its share, if it is below `limit`; otherwise `limit`. For up to about 20 cells.
[[nodiscard]] std::int64_t least_boundary_below(std::int64_t limit, const CellProblem& problem);

}  // namespace apportion::testing_support

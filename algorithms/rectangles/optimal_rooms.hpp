// Simple layouts with slicing trees in their rooms.
#pragma once

#include <vector>

#include "algorithms/rectangles/optimal_crossings.hpp"
#include "algorithms/rectangles/optimal_tables.hpp"

namespace apportion {

/// Offers the best decomposition in which `block`, of 5 to 8 processors, is divided by a simple layout whose rooms are
/// divided by slicing trees, and `others` by slicing trees, if one beats the incumbent. `bound` is the base and the
/// costs of the others. False where the areas of some layout that might beat it could not be solved.
[[nodiscard]] bool fill_simple_layouts(SlicingTables& tables, const SetBlock& block,
                                       const std::vector<SetBlock>& others, double bound, Incumbent& incumbent);

}  // namespace apportion

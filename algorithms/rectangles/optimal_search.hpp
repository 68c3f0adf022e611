// OPTIMAL's search over layouts that are not slicing.
#pragma once

#include <cstddef>

#include "algorithms/rectangles/optimal_crossings.hpp"
#include "algorithms/rectangles/optimal_tables.hpp"

namespace apportion {

/// Up to here a layout that is not slicing is cuts that split off slicing trees, and then one simple layout with
/// slicing trees in its rooms: for two simple layouts within or beside each other it takes nine processors.
inline constexpr std::size_t most_processors_in_layouts = 8;

/// Offers the best layout that is not slicing, if one beats the incumbent. At most most_processors_in_layouts
/// processors. False where the areas of some layout that might beat it could not be solved, so that nothing is proven.
[[nodiscard]] bool search_layouts(SlicingTables& tables, Incumbent& incumbent);

}  // namespace apportion

// How many elements of a placed object the busiest processor holds, and how many a shift takes from it.
#pragma once

#include <cstdint>

#include "sim/programs/distribution.hpp"
#include "sim/programs/placements.hpp"

namespace apportion {

/// The largest number of elements that one processor holds, counted. Chatterjee et al., Section 5.3.
[[nodiscard]] std::int64_t largest_load(const Placement& placement, const TemplateDistribution& distribution);

/// The text's shortcut for it, for comparison only: product of extent / number of processors that hold any cell. Never
/// more than largest_load(), and less than it where blocks do not divide evenly.
[[nodiscard]] double shortcut_load(const Placement& placement, const TemplateDistribution& distribution);

/// The largest number of elements of one processor that another one holds once the placement is shifted by its shift.
[[nodiscard]] std::int64_t largest_moved(const Placement& placement, const TemplateDistribution& distribution);

}  // namespace apportion

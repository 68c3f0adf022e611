// Dominance: labels that another label of the group beats whatever the neighbours do.
#pragma once

#include "algorithms/shardings/core.hpp"

namespace apportion::shardings {

/// Deletes dominated labels of a tidy and gathered group. Returns whether there were any. `budget` falls by the number
/// of differences of costs that are looked at; nothing is done once it is below 0.
bool drop_dominated(Core& core, std::uint32_t group, std::int64_t& budget);

}  // namespace apportion::shardings

// Reductions: what can be decided about a core before any search.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "algorithms/shardings/core.hpp"

namespace apportion::shardings {

struct ReductionLimits {
  std::int64_t dominance = 0;       ///< differences of costs that may be looked at
  std::function<bool()> stop = {};  ///< may be empty
};

/// Repeats until nothing changes: deletes labels that are forbidden, that another label of the group beats for any
/// labels of its neighbours, or that break the memory limit; merges groups one of which decides the other; folds what
/// memory and all but one neighbour leave alone; deletes times that cannot bind. Afterwards groups are tidy and their
/// edges gathered, groups with a single label have left, and the core is compressed.
void reduce(Core& core, const ReductionLimits& limits);

}  // namespace apportion::shardings

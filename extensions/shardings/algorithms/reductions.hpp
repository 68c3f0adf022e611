// Reductions: what can be decided about a core before any search.
#pragma once

#include <cstdint>
#include <functional>

#include "extensions/shardings/algorithms/core.hpp"

namespace apportion::shardings {

struct ReductionLimits {
  std::int64_t dominance = 0;       ///< how many differences of costs may be examined
  std::function<bool()> stop = {};  ///< may be empty
};

/// Repeats until nothing changes: deletes labels that are forbidden, that another label of the group beats for any
/// labels of its neighbours, or that break the memory limit; merges groups of which one determines the other; folds
/// groups without memory that have a single neighbour; deletes times that cannot bind. Afterwards groups are tidy and
/// their edges gathered, groups with a single label are removed, and the core is compressed.
void reduce(Core& core, const ReductionLimits& limits);

}  // namespace apportion::shardings

// What BEST answers where cells have loads.
#pragma once

#include "sim/cells/cell_problem.hpp"

namespace apportion {

/// Of the divisions of RCB, HIER-RB, HIER-RELAXED, JAG-PQ and JAG-M with jogs, whose parts are all within one greatest
/// cell of their shares: the one of the fewest empty parts, then one whose parts are connected, then of the least
/// boundary + latency * neighbours, then the first. For any problem, though meant for those with loads; their cells are
/// looked at one by one. HIER-RELAXED, JAG-PQ and JAG-M take no part above 10^5 processors.
[[nodiscard]] Decomposition best_with_loads(const CellProblem& problem);

}  // namespace apportion

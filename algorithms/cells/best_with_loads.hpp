// What BEST answers where cells have loads.
#pragma once

#include <array>

#include "sim/cells/cell_problem.hpp"

namespace apportion {

constexpr std::array methods_with_loads = {"RCB[jogs]", "HIER-RB[jogs]", "HIER-RELAXED[jogs]", "JAG-PQ[jogs]",
                                           "JAG-M[jogs]"};

/// Of the divisions by methods_with_loads, whose parts are all within one greatest cell of their shares: the first of
/// the least cell_rank(). For any problem, though meant for those with loads; their cells are looked at one by one.
/// HIER-RELAXED, JAG-PQ and JAG-M take no part above 10^5 processors.
[[nodiscard]] Decomposition best_with_loads(const CellProblem& problem);

}  // namespace apportion

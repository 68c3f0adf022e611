// What BEST answers where cells have loads.
#pragma once

#include <array>
#include <cstdint>
#include <tuple>

#include "sim/cells/cell_problem.hpp"

namespace apportion {

constexpr std::array methods_with_loads = {"RCB[jogs]", "HIER-RB[jogs]", "HIER-RELAXED[jogs]", "JAG-PQ[jogs]",
                                           "JAG-M[jogs]"};

/// Of the divisions by methods_with_loads, whose parts are all within one greatest cell of their shares: the one of the
/// fewest empty parts, then one whose parts are connected, then of the least objective_cost(), then the first. For any
/// problem, though meant for those with loads; their cells are looked at one by one. HIER-RELAXED, JAG-PQ and JAG-M
/// take no part above 10^5 processors.
[[nodiscard]] Decomposition best_with_loads(const CellProblem& problem);

/// What divisions are ranked by: parts beyond the tolerance, empty parts, parts in pieces, objective_cost().
using AnswerRank = std::tuple<std::size_t, std::int64_t, bool, double>;
[[nodiscard]] AnswerRank answer_rank(const CellProblem& problem, const Decomposition& division);

}  // namespace apportion

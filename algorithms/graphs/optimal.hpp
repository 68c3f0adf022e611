// Exact search on graphs in whole numbers: reductions, a bound by message passing, and branching if it is not
// tight.
#pragma once

#include <cstdint>

#include "algorithms/graphs/whole_graph.hpp"

namespace apportion {

/// The work of a search, and its limits, as counts, so that answers do not depend on the machine.
struct SearchWork {
  std::int64_t nodes = 0;     ///< of the search tree; the first of each connected part is always visited
  std::int64_t messages = 0;  ///< entries computed in message passing, plus five for each table entry
};

struct SearchAnswer {
  WholeAnswer answer;
  SearchWork counts;
};

/// The best labelling found, `known` if nothing is cheaper, and a bound on its distance from the optimum: less than the
/// unit of the costs, or than what is negligible, unless a limit was reached.
[[nodiscard]] SearchAnswer searched(const WholeCosts& whole, const WholeLabels& known, const SearchWork& limits);

}  // namespace apportion

// Exact search on graphs in whole numbers: reductions, a bound by message passing, and branching if it is not
// tight.
#pragma once

#include <cstdint>

#include "algorithms/graphs/whole_graph.hpp"

namespace apportion {

/// Limits of a search, as counts, so that answers do not depend on the machine.
struct SearchLimits {
  std::int64_t nodes = 0;     ///< of the search tree; the first of each connected part is always visited
  std::int64_t messages = 0;  ///< entries computed in message passing, plus five for each table entry
};

struct SearchCounts {
  std::int64_t nodes = 0;
  std::int64_t messages = 0;
};

struct SearchAnswer {
  WholeAnswer answer;
  SearchCounts counts;
};

/// The best labelling found, `known` if nothing is cheaper, and a bound on its distance from the optimum: less than the
/// unit of the costs, or than what is negligible, unless a limit was reached.
[[nodiscard]] SearchAnswer searched(const WholeCosts& whole, const WholeLabels& known, const SearchLimits& limits);

}  // namespace apportion

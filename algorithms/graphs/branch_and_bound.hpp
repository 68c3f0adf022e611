// An exact search on graphs in whole numbers: reductions, a bound by message passing, and branching where it is not
// tight.
#pragma once

#include <cstdint>

#include "algorithms/graphs/whole_costs.hpp"

namespace apportion {

/// What ends a search before its proof; counts, so that answers do not depend on the machine.
struct SearchLimits {
  std::int64_t nodes = 0;     ///< of the search tree; the first of each connected part is always looked at
  std::int64_t messages = 0;  ///< entries computed in message passing, and five for each of a table
};

struct SearchCounts {
  std::int64_t nodes = 0;
  std::int64_t messages = 0;
};

struct SearchAnswer {
  WholeAnswer answer;
  SearchCounts counts;
};

/// The best labelling found, `known` if nothing is cheaper, and a bound that tells how far from the optimum it can be:
/// less than the unit of the costs, or than what is negligible, if no limit was met.
[[nodiscard]] SearchAnswer searched(const WholeCosts& whole, const WholeLabels& known, const SearchLimits& limits);

}  // namespace apportion

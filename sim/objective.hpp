// What an algorithm is asked to minimise.
#pragma once

#include <string_view>

namespace apportion {

/// A family without a choice of objectives has `total` alone, which is then its one cost.
enum class Objective {
  total,  ///< of rectangles: Acost + latency x internal edges (Kaddoura et al., Section 5)
  net     ///< of rectangles on a network: how long its busiest resource is busy (sim/network/communication_costs.hpp)
};

/// "total" or "net": the word of messages and options.
[[nodiscard]] std::string_view objective_name(Objective objective);

/// The objective of that name; InputError for any other word.
[[nodiscard]] Objective parse_objective(std::string_view word);

}  // namespace apportion

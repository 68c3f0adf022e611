// What an algorithm is asked to minimise.
#pragma once

#include <string_view>

namespace apportion {

/// A family without a choice of objectives has `total` alone, which is then its one cost.
enum class Objective {
  total  ///< of rectangles: Acost + latency x internal edges (Kaddoura et al., Section 5)
};

/// "total": the word of messages.
[[nodiscard]] std::string_view objective_name(Objective objective);

}  // namespace apportion

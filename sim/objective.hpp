// The quantity that an algorithm minimises.
#pragma once

#include <string_view>
#include <vector>

namespace apportion {

/// A family without a choice of objectives has only `total`, its single cost.
enum class Objective {
  total,  ///< of rectangles: Acost + latency x internal edges (Kaddoura et al., Section 5), and the same of whole cells
  net,    ///< of rectangles on a network: how long its busiest resource is busy (sim/network/jacobi.hpp)
  volume,   ///< of whole cells: the elements that all parts send in a sweep of a stencil
  busiest,  ///< of whole cells: the most elements that one part receives
  load,     ///< of whole cells: the greatest load, over the speed beside the mean speed
};

/// "total", "net", ...: its name in messages and options.
[[nodiscard]] std::string_view objective_name(Objective objective);

/// The objective with this name among the `known` ones; InputError for any other word.
[[nodiscard]] Objective parse_objective(std::string_view word, const std::vector<Objective>& known);

/// InputError unless the algorithm can minimise the objective.
void require_objective(std::string_view algorithm, const std::vector<Objective>& known, Objective objective);

}  // namespace apportion

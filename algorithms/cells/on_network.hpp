// BEST of whole cells on a platform: many divisions, each placed on the network and simulated, and the fastest of them.
#pragma once

#include <string>
#include <vector>

#include "algorithms/cells/cell_algorithm.hpp"

namespace apportion {

struct PlatformSearch {
  std::string best;                  ///< divides the array, and groups, by each of the problem's objectives
  std::vector<std::string> members;  ///< whose answers take part besides
};

/// The division with the fewest shortcomings, as cell_rank() has them, and then the shortest iteration_seconds() on the
/// problem's platform. Of these, all are simulated for up to some 250 processors, and for more those of least net() as
/// far as a few seconds go:
/// - the answers of `best` to the problem without a platform, by each objective, and those of `members`;
/// - where the network has groups, divisions among the groups, then within each of them, at every level: parts of any
///   shape, and on arrays without loads trees of rectangles with jogs;
/// - all of these with other processors at the parts, where loads allow it, so that parts that exchange much are close;
/// - the fastest of these, refined where its busiest links are crossed.
/// With more than 200 000 cells only by total, not refined, and among groups only with loads or by trees of rectangles.
/// InputError where no division has a route for each of its messages.
[[nodiscard]] CellSolution fastest_on_platform(const CellProblem& problem, const PlatformSearch& search,
                                               RandomStream& stream);

}  // namespace apportion

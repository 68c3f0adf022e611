// BEST of whole cells on a platform: many divisions, each placed on the network and simulated, and the fastest of them.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "extensions/cells/algorithms/cell_algorithm.hpp"
#include "sim/network/jacobi.hpp"
#include "sim/network/network.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

struct PlatformSearch {
  std::string best;                  ///< the algorithm that divides the array, and groups, by each objective
  std::vector<std::string> members;  ///< further algorithms whose answers are candidates
};

/// The division with the fewest shortcomings by cell_rank(), and then the shortest iteration_seconds() on the problem's
/// platform, of these candidates:
/// - the answers of `best` to the problem without a platform, by each objective, and those of `members`;
/// - if the network has groups, divisions among the groups, then within each of them, at every level: parts of any
///   shape, and on arrays without loads trees of rectangles with jogs;
/// - all of these with parts exchanged between processors, where loads allow it, so that parts that exchange much are
///   close;
/// - the fastest of these, refined where its busiest links are crossed.
/// Up to about 250 processors all are simulated, above it those of least net() within a few seconds. With more than
/// 200 000 cells only divisions by total are tried, not refined, and among groups only with loads or by trees of
/// rectangles. InputError if no division has a route for each of its messages.
[[nodiscard]] CellSolution fastest_on_platform(const CellProblem& problem, const PlatformSearch& search,
                                               RandomStream& stream);

/// The processor of each part. Part i starts at start[i]; simulated annealing exchanges parts so that the longest busy
/// times of links and processors become shorter. Part i can only have processors for which may_have[i] is true. The
/// result may be the start. The stencil is that of the parts.
[[nodiscard]] std::vector<std::size_t> placed_on_network(const Network& network, const Stencil& stencil,
                                                         std::vector<std::size_t> start,
                                                         const std::vector<std::vector<bool>>& may_have,
                                                         RandomStream& stream);

/// A start that gives each group of processors parts that lie together: the parts are halved again and again across the
/// longer side of the area that they cover, and the groups with them. centres[i] is the centre of part i, row and
/// column.
[[nodiscard]] std::vector<std::size_t> placed_by_centres(const ProcessorGroup& groups,
                                                         const std::vector<std::pair<double, double>>& centres);

/// The stencil with parts renumbered by their processors.
[[nodiscard]] Stencil renumbered(const Stencil& stencil, const std::vector<std::size_t>& processors);

}  // namespace apportion

// What BEST does on a network: the division whose exchange of boundaries keeps the busiest resource busy for the least
// time.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "algorithms/rectangles/rectangle_algorithm.hpp"

namespace apportion {

struct NetworkSearch {
  std::vector<std::string> candidates;  ///< algorithms, options included
  std::size_t evaluations = 0;          ///< divisions to look at beyond them, for up to 40 processors; fewer for more
  bool any_shape = false;               ///< of the parts
  std::vector<std::string> also =
      {};  ///< algorithms that answer the problem itself; the search does not go on from them
};

/// Algorithms that are candidates on a network however great the total of their answers: the best divisions by Acost
/// have been seen to be slow.
[[nodiscard]] std::vector<std::string> rivals_on_a_network();

/// The machines that a network joins: of processors, by number, which exchange messages over routes that are broader
/// than the narrowest route of all, directly or by others in between. One machine where all routes are equally broad.
[[nodiscard]] std::vector<std::vector<std::size_t>> machines_of(const Network& network);

/// The answer of least net(), and of equal ones that of the least total, among: the candidates' answers by the total,
/// MULTILEVEL's for the network's machines, what simulated annealing finds from the three best of them on, and those of
/// `also`. A division whose messages lack a route is no answer, but the annealing may start from it; InputError where
/// no other division was found.
[[nodiscard]] RectangleSolution best_on_network(const RectangleProblem& problem, const NetworkSearch& search,
                                                RandomStream& stream);

}  // namespace apportion

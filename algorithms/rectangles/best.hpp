// BEST on a network: finds the division whose exchange of boundaries keeps the busiest resource busy for the shortest
// time.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "sim/network/processor_groups.hpp"

namespace apportion {

struct NetworkSearch {
  std::vector<std::string> candidates;  ///< algorithms, options included
  std::size_t evaluations = 0;          ///< further divisions to evaluate, for up to 40 processors; fewer for more
  std::vector<std::string> also = {};   ///< algorithms that answer the problem itself and do not serve as starts
};

/// Algorithms that are candidates on a network even if their answers have a high total, since the best divisions by
/// Acost can be slow.
[[nodiscard]] std::vector<std::string> rivals_on_a_network();

/// The machines of a network, as lists of processors. Processors belong to the same machine if a route between them,
/// directly or through others, is broader than the narrowest route of all. If all routes have the same bandwidth there
/// is one machine.
[[nodiscard]] std::vector<std::vector<std::size_t>> machines_of(const Network& network);

/// The answer of `method`, MULTILEVEL with options, among and within the groups, at every level.
[[nodiscard]] RectangleSolution divided_by_groups(const RectangleProblem& problem, const ProcessorGroup& groups,
                                                  const char* method, RandomStream& stream);

/// The answer of least net(), in a tie that of the least total, among: the candidates' answers by the total,
/// MULTILEVEL's for the network's machines, the results of simulated annealing from the three best of these, and the
/// answers of `also`. A division with a message without a route is not an answer, but the annealing may start from it;
/// InputError if no other division was found.
[[nodiscard]] RectangleSolution best_on_network(const RectangleProblem& problem, const NetworkSearch& search,
                                                RandomStream& stream);

}  // namespace apportion

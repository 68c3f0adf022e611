// Random alignment-distribution graphs.
#pragma once

#include <cstddef>

#include "sim/graphs/alignment_graph.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

struct RandomGraphShape {
  std::size_t nodes = 1;
  std::size_t candidates = 1;
  double mean_degree = 3;  ///< of a node; at least that of a tree, at most that of the complete graph
  double strength = 1;     ///< mean cost of cutting one edge over the mean cost of a node
  bool whole = false;      ///< costs and weights are whole numbers, so that sums are exact and ties happen
};

/// A random tree (node k joined to an earlier one) with further edges between random pairs, no pair twice; node costs
/// uniform on [0, 100), weights uniform with mean 50 * strength, rho = 1. Exact on every machine.
[[nodiscard]] AlignmentGraph random_graph(const RandomGraphShape& shape, RandomStream& stream);

}  // namespace apportion

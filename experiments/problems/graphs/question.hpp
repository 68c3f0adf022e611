// One graph problem as it is asked, and its answer.
#pragma once

#include <cstddef>
#include <string>

#include "algorithms/graphs/graph_algorithm.hpp"
#include "algorithms/own_algorithm.hpp"

namespace apportion::problems {

/// One graph and how it is to be labelled.
struct GraphQuestion {
  std::string algorithm = "best";  ///< with options, as in algorithm1-cc[paper]
  AlignmentGraph graph;
  std::size_t merged_edges = 0;            ///< that were added to others with the same ends
  OwnAlgorithms<GraphAlgorithm> own = {};  ///< that `algorithm` may name as well
};

struct GraphAnswer {
  std::string algorithm;  ///< canonical name
  GraphSolution solution;
};

/// Throws InputError for an unknown algorithm and a graph too large for it.
[[nodiscard]] GraphAnswer solve(const GraphQuestion& question);

}  // namespace apportion::problems

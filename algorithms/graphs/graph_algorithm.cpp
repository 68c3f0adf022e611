// Calls graph algorithms.
#include "algorithms/graphs/graph_algorithm.hpp"

#include <algorithm>
#include <utility>

namespace apportion {

GraphSolution solve_graph(const Configured<GraphAlgorithm>& chosen, const AlignmentGraph& graph, RandomStream& stream) {
  validate(graph);
  AlignmentGraph merged = graph;
  merge_parallel_edges(merged);
  return chosen.solve(merged, stream);
}

GraphSolution labelled(const AlignmentGraph& graph, Labelling labels, bool proven_optimal) {
  GraphSolution solution;
  solution.cost = completion_time(graph, labels);
  solution.labels = std::move(labels);
  solution.static_cost = best_static(graph).cost;
  solution.lower_bound = proven_optimal ? solution.cost : std::min(local_minima(graph), solution.cost);
  solution.proven_optimal = proven_optimal;
  return solution;
}

}  // namespace apportion

// The family of graph algorithms: an AlignmentGraph in, a GraphSolution out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "algorithms/registry.hpp"
#include "sim/graphs/alignment_graph.hpp"

namespace apportion {

/// Counts of an algorithm's work. Floating-point operations are counted by formulas (see algorithm1.cpp), so that they
/// depend only on the algorithm; only magnitudes and ratios are comparable with counts of other programs.
struct GraphCounters {
  std::int64_t evaluations = 0;      ///< of an objective, discrete or continuous
  std::int64_t flops = 0;            ///< floating-point operations
  std::int64_t partitions = 0;       ///< calls of a partitioner
  std::int64_t ended_by_test = 0;    ///< sets that the test on the subgraph alone found static
  std::int64_t ended_by_lemma1 = 0;  ///< sets that Lemma 1 (min-cut) found static
  std::int64_t ended_by_lemma2 = 0;  ///< Lemma 2 (unanimous)
  std::int64_t ended_by_lemma3 = 0;  ///< Lemma 3 (accretion)
  std::int64_t starts = 0;           ///< of a continuous minimisation
  std::int64_t failed_starts = 0;    ///< that ended at an infeasible point or without a partition
};

/// A labelling, and what the algorithm proved about it. The costs are those of completion_time() and best_static().
struct GraphSolution {
  Labelling labels;
  double cost = 0;
  double static_cost = 0;       ///< of the best static distribution
  double lower_bound = 0;       ///< no labelling costs less; at least the sum of the nodes' least costs
  bool proven_optimal = false;  ///< proved by the algorithm: no labelling is cheaper by more than 1e-9 of the cost
  GraphCounters counters = {};
};

/// solve() requires a validated graph.
using GraphAlgorithm = Algorithm<AlignmentGraph, GraphSolution>;
using GraphRegistry = Registry<GraphAlgorithm>;

/// Validates the graph, merges its parallel edges, then solves it.
[[nodiscard]] inline GraphSolution solve_graph(const Configured<GraphAlgorithm>& chosen, const AlignmentGraph& graph,
                                               RandomStream& stream) {
  validate(graph);
  AlignmentGraph merged = graph;
  merge_parallel_edges(merged);
  return chosen.solve(merged, stream);
}

/// The solution with these labels and their costs. Its lower bound is the cost if it is proven optimal, otherwise the
/// sum of the nodes' least costs.
[[nodiscard]] inline GraphSolution labelled(const AlignmentGraph& graph, Labelling labels, bool proven_optimal) {
  GraphSolution solution;
  solution.cost = completion_time(graph, labels);
  solution.labels = std::move(labels);
  solution.static_cost = best_static(graph).cost;
  solution.lower_bound = proven_optimal ? solution.cost : std::min(local_minima(graph), solution.cost);
  solution.proven_optimal = proven_optimal;
  return solution;
}

}  // namespace apportion

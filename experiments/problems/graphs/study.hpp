// The graph family: axes, sampler and metrics for studies that label alignment-distribution graphs.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "algorithms/graphs/graph_algorithm.hpp"
#include "experiments/engine/study.hpp"
#include "experiments/problems/external/exchange.hpp"

namespace apportion::problems {

/// nodes, candidates, degree, strength (sampled), rho (applied) and sampling, each with one modest default value;
/// studies put their own values in.
[[nodiscard]] std::vector<engine::Axis> graph_axes();

/// The one axis rho, with these values or its own; for studies of given graphs.
[[nodiscard]] engine::Axis rho_axis(const std::vector<double>& values = {});

/// The axis `sampling`: the models of sim/graphs/random_graphs.hpp, `random` by default. It came after the others, so
/// points with `random` do not name it.
[[nodiscard]] engine::Axis graph_sampling_axis();

/// A random graph of the point's model and shape, with the point's rho.
[[nodiscard]] AlignmentGraph sample_random_graph(const engine::Point& point, RandomStream& stream);

/// What a labelling costs, and what the algorithm did.
struct GraphMeasures {
  double cost = 0;
  double static_cost = 0;  ///< of the best static distribution
  /// Proved by `optimal`; costly, like the next two. A sample whose optimum cannot be proved within the limit of search
  /// nodes fails.
  double optimum = std::numeric_limits<double>::quiet_NaN();
  double gap = std::numeric_limits<double>::quiet_NaN();    ///< cost above the optimum, percent of the optimum
  double found = std::numeric_limits<double>::quiet_NaN();  ///< 1 where cost is the optimum within a relative 1e-9
  double proven = 0;                                        ///< 1 where the algorithm itself proved its optimum
  double lower_bound = 0;                                   ///< of GraphSolution
  double evaluations = 0;                                   ///< this and the rest: the counters of GraphSolution
  double flops = 0;
  double partitions = 0;
  double ended_by_test = 0;
  double ended_by_lemma1 = 0;
  double ended_by_lemma2 = 0;
  double ended_by_lemma3 = 0;
  double starts = 0;
  double failed_starts = 0;
};
using GraphStudy = engine::Study<GraphAlgorithm, GraphMeasures>;

/// Sets what the study measures, and a metric for each of the measures. All are stored but lower_bound, which is
/// offered.
void measure_graphs(GraphStudy& study);

/// relative_cost: cost over the rival's on the same graph.
[[nodiscard]] std::vector<engine::PairedMetric<GraphMeasures>> graph_paired_metrics();

/// What a sweep of this family is unless its file says otherwise.
[[nodiscard]] GraphStudy graph_study();

/// Graphs as `apportion solve graphs` takes them; labellings as text, a line per distribution.
[[nodiscard]] engine::Presentation<GraphAlgorithm> show_graphs();

/// Graphs as `apportion solve graphs` takes them; answers with its "labels".
[[nodiscard]] Exchange<GraphAlgorithm> graph_exchange();

}  // namespace apportion::problems

namespace apportion::engine {
extern template Experiment erase(problems::GraphStudy study);
}  // namespace apportion::engine

// The graph family: axes, sampler and metrics for studies that label alignment-distribution graphs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "algorithms/graphs/graph_algorithm.hpp"
#include "experiments/engine/study.hpp"

namespace apportion::problems {

/// nodes, candidates, degree, strength (sampled) and rho (applied), each with one modest default value; studies put
/// their own values in.
[[nodiscard]] std::vector<engine::Axis> graph_axes();

/// The one axis rho, with these values; for studies of given graphs.
[[nodiscard]] engine::Axis rho_axis(const std::vector<double>& values);

/// A random graph (sim/graphs/random_graphs.hpp) of the point's shape, with the point's rho.
[[nodiscard]] AlignmentGraph sample_random_graph(const engine::Point& point, RandomStream& stream);

/// cost, static_cost, optimum (proven, by `optimal`), gap in percent of the optimum, found (1 where the cost is the
/// optimum within a relative 1e-9), proven, and the counters of GraphSolution.
[[nodiscard]] std::vector<results::MetricRecord> graph_metrics();

/// Throws std::runtime_error where the optimum could not be proved.
void measure_graph(const AlignmentGraph& graph, const GraphSolution& solution, std::span<double> values);

/// The same without a proof of the optimum, which can take most of the time: optimum is NaN, and gap and
/// found mean nothing.
void measure_graph_without_optimum(const AlignmentGraph& graph, const GraphSolution& solution,
                                   std::span<double> values);

/// relative_cost: cost over the rival's on the same graph.
[[nodiscard]] std::vector<engine::PairedMetric> graph_paired_metrics();

/// What a sweep of this family is unless its file says otherwise. The optimum is proved only where one of `metrics`
/// (all, if empty) needs it.
[[nodiscard]] engine::Study<GraphAlgorithm> graph_study(const std::vector<std::string>& metrics);

/// Graphs as `apportion solve graph` takes them; labellings as text, a line a distribution.
[[nodiscard]] engine::Presentation<GraphAlgorithm> show_graphs();

}  // namespace apportion::problems

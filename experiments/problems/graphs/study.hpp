// The graph family: axes, sampler and metrics for studies that label alignment-distribution graphs.
#pragma once

#include <string>
#include <vector>

#include "algorithms/graphs/graph_algorithm.hpp"
#include "experiments/engine/study.hpp"
#include "experiments/problems/external/exchange.hpp"

namespace apportion::problems {

/// nodes, candidates, degree, strength (sampled), rho (applied) and sampling, each with one small default value;
/// studies set their own values.
[[nodiscard]] std::vector<engine::Axis> graph_axes();

/// Only the axis rho, with these values or its own; for studies of given graphs.
[[nodiscard]] engine::Axis rho_axis(const std::vector<double>& values = {});

/// A study of the family's algorithms with samples of sample_random_graph(), storing all measures except lower_bound,
/// which is offered. A sample whose optimum cannot be proved within the limit of search nodes fails.
[[nodiscard]] engine::Study study_of_graphs(const std::string& name = {});

/// The family's default sweep.
[[nodiscard]] engine::Study graph_study();

/// That study with the changes of a sweep file. Lines of instances are those of `solve graphs`; `rho` changes them.
[[nodiscard]] engine::Experiment graph_sweep(const engine::SweepDefinition& definition);

/// Graphs as `apportion solve graphs` takes them; labellings as text, a line per distribution.
[[nodiscard]] engine::Presentation<GraphAlgorithm> show_graphs();

/// Graphs as `apportion solve graphs` takes them; answers with its "labels".
[[nodiscard]] Exchange<GraphAlgorithm> graph_exchange();

}  // namespace apportion::problems
